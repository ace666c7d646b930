// Invitations: an address that may become a member of an account, with a role. Accepting or withdrawing one removes it.
// Its links end with it (shared/resources/people/one-time-links/).
import type { INVITATION_STATUSES } from '../../../../contract/invitations/values.ts';
import type { Role } from '../../../../contract/members/values.ts';
import type { Actor } from '../../../foundation/audit-events/record.ts';

/** An invitation that was not accepted. */
export interface Invitation {
  id: string;
  accountId: string;
  /** Key form (shared/mail/addresses.ts). */
  email: string;
  role: Role;
  /** A person; null: an operator. */
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** The columns of an Invitation. */
export const INVITATION_COLUMNS =
  'id, account_id AS "accountId", email, role, invited_by AS "invitedBy", created_at AS "createdAt", expires_at AS "expiresAt"';

/** The status of an invitation at `now`. */
export function invitationStatusOf(
  { expiresAt }: Pick<Invitation, 'expiresAt'>,
  now: Date,
): (typeof INVITATION_STATUSES)[number] {
  return expiresAt > now ? 'pending' : 'expired';
}

/** The inviter: a person; null: an operator, who vouches for the person who gets the link. */
export function inviterOf(actor: Actor): string | null {
  return actor.type === 'person' ? actor.id : null;
}
