// Sends an invitation again, and withdraws one. Only owners manage invitations of owners: a person who sends an
// invitation again sees its link, and could accept it.
import { notFound } from '../../../../contract/domain-error.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import { recordAuditEvent } from '../../../foundation/audit-events/record.ts';
import { deleteLinksOfInvitation } from '../../one-time-links/delete-of-invitation.ts';
import { LINK_LIFE_MS } from '../../one-time-links/link.ts';
import { type Act, lockToManage } from '../require-role.ts';
import { type ChangeInvitationDeps, removeInvitation } from './create.ts';
import { INVITATION_COLUMNS, type Invitation, inviterOf } from './invitation.ts';
import {
  countInvitationMail,
  createInvitationLinks,
  requireRoomForInvitation,
  type SentInvitation,
} from './send.ts';

/**
 * Sends an invitation again, even an expired one: its links are replaced, and valid for their full time. The person who
 * sends it again is its inviter from then on, and sees its new link.
 * @throws DomainError `not_found`; `view_only_member`; `validation_error` when an expired one would be one pending
 *   invitation too many; `rate_limit_exceeded` for one mail too many
 */
export async function resendInvitation(
  { database, ids }: ChangeInvitationDeps,
  act: Act,
  id: string,
): Promise<SentInvitation> {
  const { actor, now } = act;
  return await transaction(database, async (client) => {
    const former = await lockToChange(client, act, id);
    const invited = { accountId: former.accountId, email: former.email, now };
    await requireRoomForInvitation(client, invited);
    await countInvitationMail(client, actor, invited);
    const invitation: Invitation = {
      ...former,
      invitedBy: inviterOf(actor),
      expiresAt: new Date(now.getTime() + LINK_LIFE_MS.invitation),
    };
    await client.query({
      name: 'renew-invitation',
      text: 'UPDATE invitations SET expires_at = $2, invited_by = $3 WHERE id = $1',
      values: [id, invitation.expiresAt, invitation.invitedBy],
    });
    await deleteLinksOfInvitation(client, id);
    const sent = await createInvitationLinks(client, ids, invitation, now);
    await recordAuditEvent(client, ids, { ...act, targetId: invitation.id });
    return sent;
  });
}

/**
 * Withdraws an invitation: its links are no longer valid.
 * @throws DomainError `not_found`; `view_only_member`
 */
export async function deleteInvitation(
  { database, ids }: ChangeInvitationDeps,
  act: Act,
  id: string,
): Promise<Invitation> {
  return await transaction(database, async (client) => {
    const invitation = await lockToChange(client, act, id);
    await removeInvitation(client, id);
    await recordAuditEvent(client, ids, { ...act, targetId: invitation.id });
    return invitation;
  });
}

async function lockToChange(client: Transaction, act: Act, id: string): Promise<Invitation> {
  const requireRole = await lockToManage(client, act);
  const { rows } = await client.query<Invitation>({
    name: 'lock-invitation',
    text: `SELECT ${INVITATION_COLUMNS} FROM invitations WHERE id = $1 AND account_id = $2 FOR UPDATE`,
    values: [id, act.accountId],
  });
  if (!rows[0]) throw notFound('Invitation');
  if (rows[0].role === 'owner') requireRole('owner');
  return rows[0];
}
