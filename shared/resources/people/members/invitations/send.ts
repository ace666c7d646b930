// The two links of an invitation, and how many may be sent. One link is shown to the inviter, at once and never again; the
// other is mailed, and only it proves that its bearer reads the mail of the address (one-time-links/link.ts).
import { DomainError } from '../../../../contract/domain-error.ts';
import { INVITATIONS_MAX } from '../../../../contract/limits.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { Actor } from '../../../foundation/audit-events/record.ts';
import { createMailedLink, createShownLink } from '../../one-time-links/create.ts';
import { countLinkMail } from '../../one-time-links/mail-limits.ts';
import type { Invitation } from './invitation.ts';

/** An invitation that has new links. */
export interface SentInvitation {
  invitation: Invitation;
  /** The token of the link to show, in plain text only here. */
  token: string;
  /** The link to mail: after the commit, `mailLink` mails it. */
  mailedLinkId: string;
}

/** The account and the address that it invites. */
export interface InvitedAddress {
  accountId: string;
  /** Key form. */
  email: string;
  now: Date;
}

/** Creates the links of an invitation that has none. */
export async function createInvitationLinks(
  client: Transaction,
  ids: Ids,
  invitation: Invitation,
  now: Date,
): Promise<SentInvitation> {
  const link = {
    purpose: 'invitation',
    email: invitation.email,
    invitationId: invitation.id,
    now,
  } as const;
  const token = await createShownLink(client, ids, link);
  const mailedLinkId = await createMailedLink(client, ids, link);
  return { invitation, token, mailedLinkId };
}

/**
 * Refuses one invitation too many; the account is locked. Those of the same address do not count, because they are
 * replaced or sent again.
 * @throws DomainError `validation_error` when the account has INVITATIONS_MAX pending ones
 */
export async function requireRoomForInvitation(
  client: Transaction,
  { accountId, email, now }: InvitedAddress,
): Promise<void> {
  const { rows } = await client.query<{ count: number }>({
    name: 'count-pending-invitations',
    text: `SELECT count(*)::integer AS count FROM invitations
           WHERE account_id = $1 AND email <> $2 AND expires_at > $3`,
    values: [accountId, email, now],
  });
  if ((rows[0]?.count ?? 0) < INVITATIONS_MAX) return;
  throw new DomainError(
    'validation_error',
    `An account can have up to ${INVITATIONS_MAX} pending invitations. Withdraw one first.`,
  );
}

/** Counts the mail of an invitation; operators have no limit. @throws DomainError `rate_limit_exceeded` */
export async function countInvitationMail(
  client: Transaction,
  actor: Actor,
  invited: InvitedAddress,
): Promise<void> {
  if (actor.type === 'person') await countLinkMail(client, 'invitation', invited);
}
