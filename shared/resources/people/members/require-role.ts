// The rule of roles (authorization): what a role may not do is refused with the roles that may. Requests are checked
// before their body is read (api/middleware/permissions.ts), by the role that the session had then. Changes of members
// and invitations check again here, under the lock of the account: the role may have changed since the request began.
import { DomainError } from '../../../contract/domain-error.ts';
import { isRoleEnough, ROLES, type Role } from '../../../contract/members/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import type { NewAuditEvent } from '../../foundation/audit-events/record.ts';

/** The actor of a change of members or invitations, the account, the operation or verb, the origin and the time. */
export type Act = Omit<NewAuditEvent, 'accountId' | 'targetId' | 'outcome'> & { accountId: string };

/** @throws DomainError `view_only_member`, which names the roles that may */
export function requireRoleEnough(role: Role, needed: Role): void {
  if (isRoleEnough(role, needed)) return;
  const may = ROLES.slice(0, ROLES.indexOf(needed) + 1).join(', ');
  throw new DomainError(
    'view_only_member',
    `Your role in this account is ${role}; this needs one of: ${may}.`,
  );
}

/**
 * Locks the account until the end of the transaction, which must have locked nothing before, and reads the role of the
 * acting person.
 * @returns a check for acts that need more: `requireRole('owner')`. Operators may do everything
 * @throws DomainError `view_only_member` unless the person is an owner or admin of the account now
 */
export async function lockToManage(
  client: Transaction,
  { accountId, actor }: Pick<Act, 'accountId' | 'actor'>,
): Promise<(needed: Role) => void> {
  await lockAccount(client, accountId);
  if (actor.type === 'operator') return () => {};
  const role = await findRole(client, { accountId, personId: actor.id });
  if (role === undefined)
    throw new DomainError('view_only_member', 'You are no longer a member of this account.');
  requireRoleEnough(role, 'admin');
  return (needed) => requireRoleEnough(role, needed);
}

async function findRole(
  database: Queryable,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<Role | undefined> {
  const { rows } = await database.query<{ role: Role }>({
    name: 'find-role',
    text: 'SELECT role FROM members WHERE account_id = $1 AND person_id = $2',
    values: [accountId, personId],
  });
  return rows[0]?.role;
}
