// Routes of /usage.
import type { Resource } from '../../route.ts';

/** Routes of usage. */
export const usageRoutes: Resource = [];
