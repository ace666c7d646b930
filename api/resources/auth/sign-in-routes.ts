// Routes of /auth: sign-in.
import type { Resource } from '../../route.ts';

/** Routes of sign-in. */
export const signInRoutes: Resource = [];
