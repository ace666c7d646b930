// Finds the rows of a kind of work that are due and sleep, to count and explain them. The oldest are read, in the order
// of their times, and each is tested for being held. Rows of a suspended account are due for as long as it is
// suspended, so there may be more of them than are read: while an account is suspended, the oldest rows of each other
// account are read too, where there is an index by account (turns/turns.ts). Rows that are not due yet are read in the
// same way if they, too, may be held.
import { isNotSuspendedSql } from './suspensions/suspended.ts';
import { ownersSql, sleepingByAccount } from './turns/sleeping-accounts.ts';
import type { WorkTableDefinition } from './work-table-definition.ts';

/** Rows of each other account. */
const OF_EACH = 100;

/** A SELECT of `is_held` of rows that are not due at `$1`; undefined: none of them is held. @param atMost rows that are read */
export function notDueSql(
  { table, rows = 'true', held }: WorkTableDefinition,
  atMost: number,
): string | undefined {
  if (!held?.later) return undefined;
  return `
    SELECT ${held.later.when} AS is_held FROM ${table}
    WHERE ${rows} AND claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at > $1
    ORDER BY next_attempt_at LIMIT ${atMost}`;
}

/**
 * A SELECT of `id, next_attempt_at, is_held`.
 * @param by SQL condition on next_attempt_at, for example `next_attempt_at <= $1`; a hold takes `$1` as the time
 * @param atMost rows that are read in the order of their times
 */
export function overdueSql(definition: WorkTableDefinition, by: string, atMost: number): string {
  const { table, key, rows = 'true', held, turns } = definition;
  const columns = `${key} AS id, next_attempt_at, ${held?.when ?? 'false'} AS is_held`;
  const sleeping = `${rows} AND claimed_by IS NULL AND woken_at IS NULL`;
  const oldest = `SELECT ${columns} FROM ${table} WHERE ${sleeping} AND ${by} ORDER BY next_attempt_at LIMIT ${atMost}`;
  if (!turns) return oldest;
  return `
    (${oldest})
    UNION
    (WITH RECURSIVE ${ownersSql(definition, 'EXISTS (SELECT FROM account_suspensions)')}
     SELECT late.* FROM owners CROSS JOIN LATERAL (
       SELECT ${columns} FROM ${table}
       WHERE account_id = ANY(ARRAY[owners.account_id]) AND ${sleepingByAccount(definition)} AND ${by}
       ORDER BY account_id, next_attempt_at LIMIT ${OF_EACH}) AS late
     WHERE ${isNotSuspendedSql('owners.account_id')})`;
}
