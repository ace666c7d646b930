// SQL statements of a table of work (work-table.ts): one statement per state transition.
//
// Rows are always selected by an array of keys, even where a join selects the same rows: a join may be planned as a
// scan of the whole table, and the plan of a prepared statement stays while the table grows. The sub-select takes the
// row locks, in the order of its ORDER BY (docs/architecture/guarantees.md#lock-order). Rows that are locked already are
// joined by their key alone: the array once more would be compared with each of them
// (docs/performance-history.md#rows-of-work-at-1000000).
import { isNotSuspendedSql, isSuspendedSql } from './suspensions/suspended.ts';
import { type WorkHold, type WorkTableDefinition, waitsWhileSuspended } from './work-table-definition.ts';

/** Assignments that end a claim. */
const FREE = 'claimed_by = NULL, claim_token = NULL, woken_at = NULL';

/** SQL condition: the account of the row is not suspended, or the row ignores suspensions. */
export function mayGoOnSql(definition: WorkTableDefinition): string {
  return waitsWhileSuspended(definition) ? isNotSuspendedSql(`${definition.table}.account_id`) : 'true';
}

const SUSPENDED_WHY = 'Its account is suspended. It continues when the account is resumed.';

/** Combines the hold of a kind with the suspension of the account, which holds rows of nearly all kinds. */
export function heldOf(definition: WorkTableDefinition): WorkHold | undefined {
  const { table, held } = definition;
  if (!waitsWhileSuspended(definition)) return held;
  const isSuspended = isSuspendedSql(`${table}.account_id`);
  const why = `'${SUSPENDED_WHY}'`;
  if (!held) return { when: isSuspended, why };
  return {
    ...held,
    when: `(${isSuspended} OR ${held.when})`,
    why: `CASE WHEN ${isSuspended} THEN ${why} ELSE ${held.why} END`,
  };
}

/** Waiting or woken → woken. */
export function wakingSql(definition: WorkTableDefinition) {
  const { table, key, rows = 'true', dueWhen = 'true' } = definition;
  const mark = (condition: string, order: string) => `
    UPDATE ${table} SET woken_at = clock_timestamp()
    WHERE ${key} = ANY(ARRAY(
      SELECT ${key} FROM ${table} WHERE ${rows} AND claimed_by IS NULL AND ${condition} AND ${mayGoOnSql(definition)}
      ORDER BY ${order} LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING ${key} AS id`;
  return {
    markDue: mark(`woken_at IS NULL AND next_attempt_at <= $1 AND ${dueWhen}`, 'next_attempt_at'),
    markLostWakeUps: mark('woken_at < $1', 'woken_at'),
  };
}

/** Woken → claimed, and claimed → waiting with an outcome. */
export function claimingSql(definition: WorkTableDefinition) {
  const { table, key, keyType, onClaim } = definition;
  // CASE keeps the planner from using the partial index on woken_at, with which it would read all woken rows.
  const claim = `
    UPDATE ${table} SET claimed_by = $2, claim_token = $3, attempts = attempts + 1${onClaim ? `, ${onClaim}` : ''}
    WHERE ${key} = ANY(ARRAY(
      SELECT ${key} FROM ${table}
      WHERE ${key} = ANY($1::${keyType}[]) AND CASE WHEN claimed_by IS NULL THEN woken_at IS NOT NULL END
        AND ${mayGoOnSql(definition)}
      ORDER BY ${key} FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING ${key} AS id`;
  const release = `
    WITH held AS (
      SELECT ${table}.${key}, done.next_attempt_at
      FROM unnest($1::${keyType}[], $2::uuid[], $3::timestamptz[]) AS done (id, token, next_attempt_at)
      JOIN ${table} ON ${table}.${key} = done.id AND ${table}.claim_token = done.token
        AND ${table}.${key} = ANY($1::${keyType}[])
      ORDER BY ${table}.${key} FOR NO KEY UPDATE OF ${table}
    )
    UPDATE ${table} SET ${FREE}, next_attempt_at = held.next_attempt_at
    FROM held WHERE ${table}.${key} = held.${key}
    RETURNING ${table}.${key} AS id`;
  return { claim, release };
}

/**
 * Woken → waiting, for rows of suspended accounts: they would take the places of others that are awake. While no account is
 * suspended, the first condition keeps the statement from reading anything.
 */
export function sleepingSql({ table, key, rows = 'true', onSuspension }: WorkTableDefinition) {
  return `
    UPDATE ${table} SET woken_at = NULL${onSuspension ? `, ${onSuspension}` : ''}
    WHERE ${key} = ANY(ARRAY(
      SELECT ${key} FROM ${table}
      WHERE EXISTS (SELECT FROM account_suspensions) AND ${rows} AND claimed_by IS NULL AND woken_at IS NOT NULL
        AND ${isSuspendedSql(`${table}.account_id`)}
      ORDER BY ${key} LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING ${key} AS id`;
}

/** Claimed → waiting without an outcome: the attempt is not counted. */
export function freeingSql(definition: WorkTableDefinition) {
  const { table, key, keyType, rows = 'true', onReclaim, onDeath } = definition;
  const { waitAfterDeath = 'NULL::interval' } = definition;
  const freeUndone = [FREE, 'attempts = attempts - 1', ...(onReclaim ? [onReclaim] : [])].join(', ');
  const abandon = `
    UPDATE ${table} SET ${freeUndone}, next_attempt_at = greatest(next_attempt_at, $3)
    WHERE ${key} = ANY(ARRAY(
      SELECT ${key} FROM ${table} WHERE claimed_by = $1 AND claim_token = $2
      ORDER BY ${key} FOR NO KEY UPDATE))
    RETURNING ${key} AS id`;
  const findLost = `
    SELECT ${key} AS id, claim_token AS token FROM ${table}
    WHERE ${rows} AND claimed_by IS NOT NULL AND NOT EXISTS (
      SELECT FROM worker_processes
      WHERE id = claimed_by AND heartbeat_at > clock_timestamp() - $1 * interval '1 millisecond')
    ORDER BY ${key} LIMIT $2`;
  const reclaim = `
    UPDATE ${table} SET ${freeUndone}${onDeath ? `, ${onDeath}` : ''},
      next_attempt_at = greatest(next_attempt_at, $3::timestamptz + ${waitAfterDeath})
    WHERE ${key} = ANY(ARRAY(
      SELECT ${key} FROM ${table}
      WHERE ${key} = ANY($1::${keyType}[]) AND claim_token = ANY($2::uuid[])
      ORDER BY ${key} FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING ${key} AS id`;
  const findUnheld = `
    SELECT ${key} AS id, claim_token AS token FROM ${table}
    WHERE ${rows} AND claimed_by = $1 AND claim_token <> ALL($2::uuid[]) LIMIT $3`;
  return { abandon, findLost, findUnheld, reclaim };
}
