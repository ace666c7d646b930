// Routes of /auth: second-factor.
import type { Resource } from '../../route.ts';

/** Routes of second-factor. */
export const secondFactorRoutes: Resource = [];
