// Counts stuck rows of work, for the board: due for more than a minute and neither held nor claimed, or claimed by a
// worker that is dead. `list-stuck` of npm run ops says why (stuck.ts, explain.ts).

import type { Queryable } from '../db/connect.ts';
import { MINUTE_MS } from '../time/durations.ts';
import { COUNT_MAX } from './count.ts';
import { overdueSql } from './overdue.ts';
import type { WorkTableDefinition } from './work-table-definition.ts';

/** A row that has been due for this long is late, even in a busy service: the tick wakes rows each second. */
const STUCK_AFTER_MS = MINUTE_MS;

/**
 * Counts the stuck rows of a table, COUNT_MAX of each kind at most.
 * @param now of the injected clock
 * @param deadAfterMs a worker without a heartbeat for this long is dead
 */
export async function countStuckWork(
  database: Queryable,
  definition: WorkTableDefinition,
  { now, deadAfterMs }: { now: Date; deadAfterMs: number },
): Promise<number> {
  const values = [now, STUCK_AFTER_MS, deadAfterMs];
  const { rows } = await database.query<{ stuck: number }>(statementOf(definition), values);
  return rows[0]?.stuck ?? 0;
}

function statementOf(definition: WorkTableDefinition): string {
  const { table, rows: own = 'true', wakesRows = true } = definition;
  const late = `next_attempt_at <= $1::timestamptz - $2 * interval '1 millisecond'`;
  const free = `${own} AND claimed_by IS NULL AND woken_at IS`;
  const count = (rows: string) => `(SELECT count(*) FROM (${rows} LIMIT ${COUNT_MAX}) AS counted)`;
  const parts = [
    `(SELECT count(*) FROM (${overdueSql(definition, late, COUNT_MAX)}) AS late WHERE NOT is_held)`,
    ...(wakesRows ? [count(`SELECT FROM ${table} WHERE ${free} NOT NULL AND ${late}`)] : []),
    count(`
      SELECT FROM ${table} WHERE ${own} AND claimed_by IS NOT NULL AND NOT EXISTS (
        SELECT FROM worker_processes
        WHERE id = claimed_by AND heartbeat_at > clock_timestamp() - $3 * interval '1 millisecond')`),
  ];
  return `SELECT (${parts.join(' + ')})::integer AS stuck`;
}
