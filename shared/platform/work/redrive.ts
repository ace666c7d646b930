// Tries again at once what waits because a try has failed, for when operators know that the cause is gone: a provider
// that was away leaves mail waiting for up to eight hours. The tick then wakes it like everything that is due, and
// the next failure waits as long as it would have.

import type { Queryable } from '../db/connect.ts';
import type { WorkTableDefinition } from './work-table-definition.ts';

/** Rows moved by one statement. */
const BATCH = 1_000;

/**
 * Makes the rows of a table due that wait for another try. What a worker holds, what is woken and what has ended is
 * left alone.
 * @returns how many were moved
 */
export async function redriveWork(
  database: Queryable,
  { table, key, retryWhen = 'attempts > 0' }: WorkTableDefinition,
  now: Date,
): Promise<number> {
  let moved = 0;
  for (;;) {
    const { rowCount } = await database.query({
      name: `${table}-redrive`,
      text: `
        UPDATE ${table} SET next_attempt_at = $1
        WHERE ${key} = ANY(ARRAY(
          SELECT ${key} FROM ${table}
          WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at > $1 AND ${retryWhen}
          ORDER BY next_attempt_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))`,
      values: [now, BATCH],
    });
    moved += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return moved;
  }
}
