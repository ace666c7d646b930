// Routes of /auth: session.
import type { Resource } from '../../route.ts';

/** Routes of session. */
export const sessionRoutes: Resource = [];
