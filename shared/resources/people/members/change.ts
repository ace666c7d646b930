// Changes the role of a member, and removes members. All changes of an account run one after the other (lockAccount),
// so of two owners who demote each other at the same moment one is refused.
import { DomainError, notFound } from '../../../contract/domain-error.ts';
import type { Role } from '../../../contract/members/values.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { recordAuditEvent } from '../../foundation/audit-events/record.ts';
import { endSessions } from '../../foundation/sessions/end.ts';
import { rotateSessionsSoon } from '../../foundation/sessions/rotate.ts';
import { withdrawInvitationsOf } from './invitations/withdraw-of.ts';
import { type Member, SELECT_MEMBERS } from './member.ts';
import { type Act, lockToManage } from './require-role.ts';

/** Dependencies of changing members. */
export interface ChangeMemberDeps {
  database: Database;
  ids: Ids;
}

/**
 * Gives a member another role, or the same one. Sessions of the person get a new token with their next request, and
 * invitations of the person that the new role could not give are withdrawn.
 * @param change without a role nothing changes
 * @throws DomainError `not_found`; `view_only_member` when only an owner may; `validation_error` for the last owner
 */
export async function updateMember(
  { database, ids }: ChangeMemberDeps,
  act: Act,
  id: string,
  change: { role?: Role },
): Promise<Member> {
  return await transaction(database, async (client) => {
    const requireRole = await lockToManage(client, act);
    const member = await requireMember(client, act.accountId, id);
    const { role = member.role } = change;
    if (member.role === 'owner' || role === 'owner') requireRole('owner');
    if (member.role !== role) {
      if (member.role === 'owner') await requireOtherOwner(client, act.accountId, 'role');
      await withdrawInvitationsOf(client, { ...member, role });
      await client.query({
        name: 'update-member-role',
        text: 'UPDATE members SET role = $2 WHERE id = $1',
        values: [id, role],
      });
      await rotateSessionsSoon(client, member);
    }
    await recordAuditEvent(client, ids, { ...act, targetId: member.id });
    return { ...member, role };
  });
}

/**
 * Removes a member. Sessions of the person in the account end, and invitations of the person are withdrawn.
 * @throws DomainError as `updateMember`
 */
export async function deleteMember(
  { database, ids }: ChangeMemberDeps,
  act: Act,
  id: string,
): Promise<Member> {
  return await transaction(database, async (client) => {
    const requireRole = await lockToManage(client, act);
    const member = await requireMember(client, act.accountId, id);
    if (member.role === 'owner') {
      requireRole('owner');
      await requireOtherOwner(client, act.accountId);
    }
    const { accountId, personId } = member;
    await withdrawInvitationsOf(client, { accountId, personId });
    await client.query({
      name: 'delete-member',
      text: 'DELETE FROM members WHERE id = $1',
      values: [id],
    });
    await endSessions(client, member);
    await recordAuditEvent(client, ids, { ...act, targetId: member.id });
    return member;
  });
}

/**
 * Reads a member; the lock of the account keeps it unchanged.
 * @throws DomainError `not_found` when there is none, or it belongs to another account
 */
async function requireMember(client: Transaction, accountId: string, id: string): Promise<Member> {
  const { rows } = await client.query<Member>({
    name: 'find-member',
    text: `${SELECT_MEMBERS} WHERE members.id = $1 AND account_id = $2`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Member');
  return rows[0];
}

/** The lock of the account keeps the count true until the end of the transaction. */
async function requireOtherOwner(client: Transaction, accountId: string, field?: string): Promise<void> {
  const { rowCount } = await client.query({
    name: 'find-two-owners',
    text: `SELECT FROM members WHERE account_id = $1 AND role = 'owner' LIMIT 2`,
    values: [accountId],
  });
  if (rowCount === 2) return;
  throw new DomainError(
    'validation_error',
    'An account must have at least one owner. Make another member an owner first.',
    field === undefined ? {} : { field },
  );
}
