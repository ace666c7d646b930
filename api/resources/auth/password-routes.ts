// Routes of /auth: password.
import type { Resource } from '../../route.ts';

/** Routes of password. */
export const passwordRoutes: Resource = [];
