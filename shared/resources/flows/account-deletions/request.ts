// Requests the deletion of an account, and cancels it: by an owner who shows their password again (DELETE /account), or
// by an operator (`npm run ops -- delete-account`).
import { DomainError } from '../../../contract/domain-error.ts';
import { DELETION_GRACE_DAYS } from '../../../contract/limits.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { Secrets } from '../../../platform/security/secrets.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { isOperatorAccount } from '../../foundation/accounts/operator-account.ts';
import { requireOwnAccount } from '../../foundation/accounts/own-account.ts';
import { recordAuditEvent } from '../../foundation/audit-events/record.ts';
import { type Act, lockToManage } from '../../people/members/require-role.ts';
import {
  lockCredentials,
  type OwnPasswordDeps,
  requireCredentials,
  requireOwnSignIn,
  type ShownSignIn,
} from '../../people/people/credentials.ts';
import type { OwnAct } from '../../people/people/own-act.ts';
import {
  type AccountDeletion,
  findDeletion,
  insertDeletion,
  lockDeletion,
  takeDeletionOver,
  withdrawDeletion,
} from './deletion.ts';

/** Dependencies of a request. */
export interface RequestDeletionDeps {
  database: Database;
  ids: Ids;
}

/**
 * Asks for the deletion as an owner. Asked for twice, the first one stays unchanged.
 * @throws DomainError `validation_error` for a wrong password or code, which counts as a failed sign-in, and for the account
 *   of the operator; `view_only_member` for others than owners
 */
export async function requestDeletion(
  deps: RequestDeletionDeps & OwnPasswordDeps & { secrets: Secrets },
  act: Act,
  own: OwnAct,
  shown: ShownSignIn,
): Promise<AccountDeletion> {
  const credentials = await requireCredentials(deps.database, own.personId);
  await requireOwnSignIn(deps, credentials, shown, own);
  return await transaction(deps.database, async (client) => {
    const requireRole = await lockToManage(client, act);
    requireRole('owner');
    await lockCredentials(client, credentials, 'password');
    return await begin(client, deps.ids, act, new Date(act.now.getTime() + DELETION_GRACE_DAYS * DAY_MS));
  });
}

/**
 * Requests the deletion as an operator. One that an owner has requested becomes the operator's, so that no owner can
 * cancel it. `isNow`: without a grace period, or without the rest of it.
 * @throws DomainError `not_found`, and `validation_error` for the account of the operator
 */
export async function requestDeletionAsOperator(
  { database, ids }: RequestDeletionDeps,
  act: Act,
  { isNow }: { isNow: boolean },
): Promise<AccountDeletion> {
  const { accountId, now } = act;
  const startsAt = isNow ? now : new Date(now.getTime() + DELETION_GRACE_DAYS * DAY_MS);
  return await transaction(database, async (client) => {
    await lockDeletion(client, accountId);
    await lockToManage(client, act);
    const deletion = await begin(client, ids, act, startsAt);
    const changed = await takeDeletionOver(client, accountId, startsAt);
    if (changed) await recordAuditEvent(client, ids, { ...act, targetId: accountId });
    return changed ?? deletion;
  });
}

/** The account is locked: of two requests the second finds what the first has stored. */
async function begin(client: Transaction, ids: Ids, act: Act, startsAt: Date): Promise<AccountDeletion> {
  const { accountId, actor, now } = act;
  const { name } = await requireOwnAccount(client, accountId);
  if (await isOperatorAccount(client, accountId)) throw isOperators();
  const deletion = { id: ids.next(), accountId, name, actor, now, startsAt };
  const inserted = await insertDeletion(client, deletion);
  if (inserted) await recordAuditEvent(client, ids, { ...act, targetId: accountId });
  const found = inserted ?? (await findDeletion(client, accountId));
  if (!found) throw new DomainError('validation_error', 'The deletion was just canceled. Request it again.');
  return found;
}

/**
 * Takes the deletion of an account back. It is not locked: a walk that begins has its row first, and then the account's.
 * @throws DomainError `validation_error` when there is none, when it has begun, and for a person when an operator has asked
 *   for it
 */
export async function keepAccount({ database, ids }: RequestDeletionDeps, act: Act): Promise<void> {
  await transaction(database, async (client) => {
    if (!(await withdrawDeletion(client, act.accountId, act))) throw nothingToKeep();
    await recordAuditEvent(client, ids, { ...act, targetId: act.accountId });
  });
}

function isOperators(): DomainError {
  return new DomainError(
    'validation_error',
    'This account belongs to the operator and sends the mail of the service. It cannot be deleted.',
  );
}

function nothingToKeep(): DomainError {
  return new DomainError(
    'validation_error',
    'No deletion can be canceled: none is planned, it has already begun, or the operator requested it and only the operator can cancel it.',
  );
}
