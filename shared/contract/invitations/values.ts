// Invitations: the allowed values (enums) of fields.

/** States of an invitation that is listed; an accepted or withdrawn one is gone. */
export const INVITATION_STATUSES = ['pending', 'expired'] as const;
