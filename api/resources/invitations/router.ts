// Routes of /invitations.
import type { Resource } from '../../route.ts';

/** Routes of invitations. */
export const invitationRoutes: Resource = [];
