// Invitations: the allowed values (enums) of fields.

/** States of an invitation that is listed; an accepted or withdrawn one is deleted. */
export const INVITATION_STATUSES = ['pending', 'expired'] as const;

/** States of the mail of a link: it is still to be sent, the server of the address has it, or it could not be sent. */
export const LINK_MAIL_STATUSES = ['waiting', 'sent', 'failed'] as const;
