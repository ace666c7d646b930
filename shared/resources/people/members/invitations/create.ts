// Creates an invitation: of an address that is not a member yet, with a role that the inviter may give. It is written to the
// audit log in the same transaction.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Role } from '../../../../contract/members/values.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { type Actor, recordAuditEvent } from '../../../foundation/audit-events/record.ts';
import { LINK_LIFE_MS } from '../../one-time-links/link.ts';
import { type Act, lockToManage } from '../require-role.ts';
import { INVITATION_COLUMNS, type Invitation, invitationStatusOf, inviterOf } from './invitation.ts';
import {
  countInvitationMail,
  createInvitationLinks,
  type InvitedAddress,
  requireRoomForInvitation,
  type SentInvitation,
} from './send.ts';

/** Dependencies of changing invitations. */
export interface ChangeInvitationDeps {
  database: Database;
  ids: Ids;
}

/** The invitation to create. */
export interface NewInvitation {
  /** Key form. */
  email: string;
  role: Role;
}

/**
 * Invites an address.
 * @throws DomainError `view_only_member` when the inviter may not give the role; `validation_error` for an address that
 *   is a member or invited already, and for one invitation too many; `rate_limit_exceeded` for one mail too many
 */
export async function createInvitation(
  { database, ids }: ChangeInvitationDeps,
  act: Act,
  invited: NewInvitation,
): Promise<SentInvitation> {
  return await transaction(database, async (client) => {
    const sent = await invite(client, ids, act, invited);
    await recordAuditEvent(client, ids, { ...act, targetId: sent.invitation.id });
    return sent;
  });
}

/** Invites an address, without an audit event: it is the caller's. @throws DomainError as `createInvitation` */
export async function invite(
  client: Transaction,
  ids: Ids,
  act: Act,
  { email, role }: NewInvitation,
): Promise<SentInvitation> {
  const { accountId, actor, now } = act;
  const invited = { accountId, email, now };
  const requireRole = await lockToManage(client, act);
  if (role === 'owner') requireRole('owner');
  await requireNoMember(client, invited);
  await removeFormer(client, actor, invited);
  await requireRoomForInvitation(client, invited);
  await countInvitationMail(client, actor, invited);
  const invitation: Invitation = {
    id: ids.next(),
    accountId,
    email,
    role,
    invitedBy: inviterOf(actor),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_LIFE_MS.invitation),
  };
  await insert(client, invitation);
  return await createInvitationLinks(client, ids, invitation, now);
}

async function requireNoMember(client: Transaction, { accountId, email }: InvitedAddress): Promise<void> {
  const { rowCount } = await client.query({
    name: 'find-member-by-email',
    text: 'SELECT FROM members JOIN people ON people.id = person_id WHERE account_id = $1 AND email = $2',
    values: [accountId, email],
  });
  if (rowCount === 0) return;
  throw new DomainError('validation_error', `${email} is already a member of this account.`, {
    field: 'email',
  });
}

/** An expired invitation is replaced. So is a pending one by an operator, who cannot send it again. */
async function removeFormer(
  client: Transaction,
  actor: Actor,
  { accountId, email, now }: InvitedAddress,
): Promise<void> {
  const { rows } = await client.query<Invitation>({
    name: 'lock-invitation-by-email',
    text: `SELECT ${INVITATION_COLUMNS} FROM invitations WHERE account_id = $1 AND email = $2 FOR UPDATE`,
    values: [accountId, email],
  });
  const [former] = rows;
  if (!former) return;
  if (actor.type === 'person' && invitationStatusOf(former, now) === 'pending') {
    throw new DomainError(
      'validation_error',
      `${email} is already invited. Send that invitation again, or withdraw it first.`,
      { field: 'email' },
    );
  }
  await removeInvitation(client, former.id);
}

/** Removes an invitation, and with it its links. */
export async function removeInvitation(client: Transaction, id: string): Promise<void> {
  await client.query({
    name: 'remove-invitation',
    text: 'DELETE FROM invitations WHERE id = $1',
    values: [id],
  });
}

async function insert(client: Transaction, invitation: Invitation): Promise<void> {
  const { id, accountId, email, role, invitedBy, createdAt, expiresAt } = invitation;
  await client.query({
    name: 'create-invitation',
    text: `INSERT INTO invitations (id, account_id, email, role, invited_by, created_at, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [id, accountId, email, role, invitedBy, createdAt, expiresAt],
  });
}
