// Routes of /account.
import type { Resource } from '../../route.ts';

/** Routes of account. */
export const accountRoutes: Resource = [];
