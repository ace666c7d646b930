// Routes of /members.
import type { Resource } from '../../route.ts';

/** Routes of members. */
export const memberRoutes: Resource = [];
