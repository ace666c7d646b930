// Deletions of accounts (docs/architecture/account-deletion.md). A row is a walk that removes an account:
//
//   waiting ─ until starts_at, can be taken back ─► settling ─ what had begun ends ─► removing ─► (row deleted)
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { endSuspension, suspendAccount } from '../../../platform/work/suspensions/suspension.ts';
import type { Actor } from '../../foundation/audit-events/record.ts';

/** The phases of a deletion. */
export type DeletionPhase = 'waiting' | 'settling' | 'removing';

/** A deletion that is not done. */
export interface AccountDeletion {
  id: string;
  accountId: string;
  requestedAt: Date;
  /** Until then it can be taken back. */
  startsAt: Date;
  phase: DeletionPhase;
}

/** The beginning of a deletion. */
export interface NewDeletion {
  id: string;
  accountId: string;
  /** The name of the account. */
  name: string;
  actor: Actor;
  now: Date;
  startsAt: Date;
}

const COLUMNS = `id, account_id AS "accountId", requested_at AS "requestedAt", starts_at AS "startsAt", phase`;

/** Finds the deletion of an account. */
export async function findDeletion(
  database: Queryable,
  accountId: string,
): Promise<AccountDeletion | undefined> {
  const { rows } = await database.query<AccountDeletion>({
    name: 'find-account-deletion',
    text: `SELECT ${COLUMNS} FROM account_deletions WHERE account_id = $1`,
    values: [accountId],
  });
  return rows[0];
}

/**
 * Stores a deletion, and suspends the account in the same transaction. The tick wakes the walk at its time.
 * @returns undefined: the account is to be deleted already
 */
export async function insertDeletion(
  database: Queryable,
  { id, accountId, name, actor, now, startsAt }: NewDeletion,
): Promise<AccountDeletion | undefined> {
  const { rows } = await database.query<AccountDeletion>({
    name: 'insert-account-deletion',
    text: `INSERT INTO account_deletions
             (id, account_id, name, actor_type, actor_id, requested_at, starts_at, next_attempt_at, phase)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 'waiting')
           ON CONFLICT (account_id) DO NOTHING RETURNING ${COLUMNS}`,
    values: [id, accountId, name, actor.type, actor.type === 'person' ? actor.id : null, now, startsAt],
  });
  if (rows[0]) await suspendFor(database, rows[0]);
  return rows[0];
}

/** Suspended already, the account keeps the time since when it is. */
async function suspendFor(
  database: Queryable,
  { accountId, requestedAt, startsAt }: AccountDeletion,
): Promise<void> {
  const suspension = { reason: null, suspendedAt: requestedAt, deletesAt: startsAt };
  await suspendAccount(database, { accountId, cause: 'deletion', ...suspension });
}

/**
 * Makes a deletion that waits one of the operator, which begins at a time at the latest.
 * @returns undefined: it is, and does, already; or it has begun
 */
export async function takeDeletionOver(
  database: Queryable,
  accountId: string,
  startsAt: Date,
): Promise<AccountDeletion | undefined> {
  const { rows } = await database.query<AccountDeletion>({
    name: 'take-account-deletion-over',
    text: `UPDATE account_deletions SET actor_type = 'operator', actor_id = NULL,
             starts_at = least(starts_at, $2), next_attempt_at = least(next_attempt_at, $2)
           WHERE account_id = $1 AND phase = 'waiting' AND (starts_at > $2 OR actor_type = 'person') RETURNING ${COLUMNS}`,
    values: [accountId, startsAt],
  });
  if (rows[0]) await suspendFor(database, rows[0]);
  return rows[0];
}

/** Locks the deletion of an account, before the account itself: so does the walk that begins. */
export async function lockDeletion(client: Transaction, accountId: string): Promise<void> {
  await client.query({
    name: 'lock-account-deletion',
    text: 'SELECT FROM account_deletions WHERE account_id = $1 FOR NO KEY UPDATE',
    values: [accountId],
  });
}

/**
 * Cancels a deletion, only in the grace period (compare-and-set). A person can cancel only one that a person has
 * requested. Its suspension ends; an operator's suspension stays.
 * @returns false: there is none, or it has begun
 */
export async function withdrawDeletion(
  database: Queryable,
  accountId: string,
  { actor, now }: Pick<NewDeletion, 'actor' | 'now'>,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'withdraw-account-deletion',
    text: `DELETE FROM account_deletions WHERE account_id = $1 AND phase = 'waiting' AND $2 IN ('operator', actor_type)`,
    values: [accountId, actor.type],
  });
  if (rowCount !== 1) return false;
  await endSuspension(database, { accountId, cause: 'deletion', now });
  return true;
}

/** Whether an account is deleted, or its deletion has begun: for recipients of its mail this is the same. */
export async function isAccountGone(database: Queryable, accountId: string): Promise<boolean> {
  const { rows } = await database.query<{ isGone: boolean }>({
    name: 'is-account-gone',
    text: `SELECT NOT EXISTS (SELECT FROM accounts WHERE id = $1)
               OR EXISTS (SELECT FROM account_deletions WHERE account_id = $1 AND phase <> 'waiting') AS "isGone"`,
    values: [accountId],
  });
  return rows[0]?.isGone ?? false;
}
