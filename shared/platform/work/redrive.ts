// Redrive: makes rows due now that wait for a retry, for operators who know that the cause of the failures is gone
// (after an outage of a provider, mail may wait for up to eight hours). The tick then wakes the rows like any due row.
// After the next failure the retry back-off continues as if there had been no redrive.

import type { Queryable } from '../db/connect.ts';
import { nameOfWork, type WorkTableDefinition } from './work-table-definition.ts';

/** Most rows that one statement updates. */
const BATCH = 1_000;

/**
 * Makes the rows of a table due that wait for a retry. Rows that are claimed, woken or finished do not change.
 * @returns the number of updated rows
 */
export async function redriveWork(
  database: Queryable,
  definition: WorkTableDefinition,
  now: Date,
): Promise<number> {
  const { table, key, rows = 'true', retryWhen = 'attempts > 0' } = definition;
  let moved = 0;
  for (;;) {
    const { rowCount } = await database.query({
      name: `${nameOfWork(definition)}-redrive`,
      text: `
        UPDATE ${table} SET next_attempt_at = $1
        WHERE ${key} = ANY(ARRAY(
          SELECT ${key} FROM ${table}
          WHERE ${rows} AND claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at > $1 AND ${retryWhen}
          ORDER BY next_attempt_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))`,
      values: [now, BATCH],
    });
    moved += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return moved;
  }
}
