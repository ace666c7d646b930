// Finds the rows of work that have waited longest, with what is needed to say why (explain.ts). Each state is read in
// the order of its partial index, as far as the limit, so it is quick also while a million rows wait.
import type { Queryable } from '../db/connect.ts';
import type { WorkTableDefinition } from '../db/work-table.ts';

/** Claimed rows looked at: no more are held at one time by any sensible number of workers. */
const CLAIMED_MAX = 10_000;

/** A row of work that is not done though its time has come, or that waits because a try has failed. */
export interface StuckRow {
  table: string;
  id: string;
  state: 'waiting' | 'due' | 'woken' | 'claimed';
  /** Its next try, or since when it is due. */
  dueAt: Date;
  wokenAt: Date | null;
  /** Tries so far, with the present one. */
  attempts: number;
  /** How the last try ended. */
  lastAnswer: string | null;
  about: object | null;
  /** Of a claimed row; null when its worker is gone. */
  worker: { host: string; pid: number; silentS: number } | null;
}

/**
 * Finds the oldest rows of a table.
 * @param now the injected clock
 * @returns at most `limit`, the one that has been due longest first
 */
export async function findStuckRows(
  database: Queryable,
  definition: WorkTableDefinition,
  now: Date,
  limit: number,
): Promise<StuckRow[]> {
  const { table } = definition;
  const { rows } = await database.query<Omit<StuckRow, 'table'>>({
    name: `${table}-find-stuck`,
    text: statementOf(definition),
    values: [now, limit],
  });
  return rows.map((row) => ({ ...row, table }));
}

function statementOf({
  table,
  key,
  retryWhen = 'attempts > 0',
  lastAnswer = 'NULL::text',
  about = 'NULL::jsonb',
}: WorkTableDefinition): string {
  const columns = `${key}::text AS id, next_attempt_at, woken_at, attempts, claimed_by,
    ${lastAnswer} AS last_answer, ${about} AS about`;
  const free = 'claimed_by IS NULL AND woken_at IS NULL';
  // MATERIALIZED: together, Postgres might look for the oldest keys among all rows that are done.
  return `
    WITH claimed AS MATERIALIZED (
      SELECT 'claimed' AS state, ${columns} FROM ${table} WHERE claimed_by IS NOT NULL LIMIT ${CLAIMED_MAX}
    ), woken AS MATERIALIZED (
      SELECT 'woken' AS state, ${columns} FROM ${table}
      WHERE claimed_by IS NULL AND woken_at IS NOT NULL ORDER BY woken_at LIMIT $2
    ), due AS MATERIALIZED (
      SELECT 'due' AS state, ${columns} FROM ${table}
      WHERE ${free} AND next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT $2
    ), waiting AS MATERIALIZED (
      SELECT 'waiting' AS state, ${columns} FROM ${table}
      WHERE ${free} AND next_attempt_at > $1 AND (${retryWhen}) ORDER BY next_attempt_at LIMIT $2
    )
    SELECT state, stuck.id, next_attempt_at AS "dueAt", woken_at AS "wokenAt", attempts,
           last_answer AS "lastAnswer", about,
           CASE WHEN worker.id IS NOT NULL THEN jsonb_build_object('host', host, 'pid', pid, 'silentS',
             round(extract(epoch FROM clock_timestamp() - heartbeat_at))) END AS worker
    FROM (SELECT * FROM claimed UNION ALL SELECT * FROM woken UNION ALL SELECT * FROM due
          UNION ALL SELECT * FROM waiting) AS stuck
    LEFT JOIN worker_processes AS worker ON worker.id = stuck.claimed_by
    ORDER BY next_attempt_at NULLS FIRST LIMIT $2`;
}
