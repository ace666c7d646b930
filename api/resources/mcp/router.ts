// stub
import type { Resource } from '../../route.ts';
export const mcpRoutes: Resource = [];
