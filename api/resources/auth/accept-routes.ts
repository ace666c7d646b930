// Routes of /auth: accept.
import type { Resource } from '../../route.ts';

/** Routes of accept. */
export const acceptRoutes: Resource = [];
