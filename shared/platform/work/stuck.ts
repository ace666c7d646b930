// Finds the rows of work that have waited longest, with what is needed to say why (explain.ts). Each state is read in
// the order of its partial index, as far as the limit, so it is quick also while a million rows wait.

import type { Queryable } from '../db/connect.ts';
import type { WorkTableDefinition } from './work-table-definition.ts';

/** Claimed rows looked at: no more are held at one time by any sensible number of workers. */
const CLAIMED_MAX = 10_000;
/** Rows among which those are looked for that are due and not held. */
const OVERDUE_MAX = 100_000;

/** A row of work that is not done though its time has come, or that waits because a try has failed. */
export interface StuckRow {
  table: string;
  id: string;
  state: 'waiting' | 'due' | 'held' | 'woken' | 'claimed';
  /** Its next try, or since when it is due. */
  dueAt: Date;
  wokenAt: Date | null;
  /** Tries so far, with the present one. */
  attempts: number;
  /** How the last try ended. */
  lastAnswer: string | null;
  about: object | null;
  /** What holds a held row. */
  heldBy: string | null;
  /** Of a claimed row; null when its worker is gone. */
  worker: { host: string; pid: number; silentS: number } | null;
}

/**
 * Finds the oldest rows of a table.
 * @param now the injected clock
 * @returns at most `limit`, the one that has been due longest first; those that something holds come last
 */
export async function findStuckRows(
  database: Queryable,
  definition: WorkTableDefinition,
  now: Date,
  limit: number,
): Promise<StuckRow[]> {
  const { table } = definition;
  const { rows } = await database.query<Omit<StuckRow, 'table'>>(statementOf(definition), [now, limit]);
  return rows.map((row) => ({ ...row, table }));
}

function statementOf({
  table,
  key,
  held,
  wakesRows = true,
  retryWhen = 'attempts > 0',
  lastAnswer = 'NULL::text',
  about = 'NULL::jsonb',
}: WorkTableDefinition): string {
  const select = (state: StuckRow['state'], condition: string, order: string) => `
    SELECT '${state}' AS state, ${key}::text AS id, next_attempt_at, woken_at, attempts, claimed_by,
           ${lastAnswer} AS last_answer, ${about} AS about,
           ${state === 'held' && held ? held.why : 'NULL::text'} AS held_by
    FROM ${table} WHERE ${condition} ${order}`;
  const free = 'claimed_by IS NULL AND woken_at IS NULL';
  const overdue = `${free} AND next_attempt_at <= $1`;
  // The condition of a hold is asked of so many rows and no more: what a hold keeps may be most of the table.
  const among = (isHeld: boolean) => `${key} = ANY(ARRAY(
    SELECT id FROM (SELECT ${key} AS id, next_attempt_at, ${held?.when ?? 'false'} AS is_held FROM ${table}
      WHERE ${overdue} ORDER BY next_attempt_at LIMIT ${OVERDUE_MAX}) AS overdue
    WHERE is_held = ${isHeld} ORDER BY next_attempt_at LIMIT $2))`;
  const parts = [
    select('claimed', 'claimed_by IS NOT NULL', `LIMIT ${CLAIMED_MAX}`),
    select('due', held ? among(false) : overdue, 'ORDER BY next_attempt_at LIMIT $2'),
    select(
      'waiting',
      `${free} AND next_attempt_at > $1 AND (${retryWhen})`,
      'ORDER BY next_attempt_at LIMIT $2',
    ),
    ...(held ? [select('held', among(true), 'LIMIT $2')] : []),
    ...(wakesRows
      ? [select('woken', 'claimed_by IS NULL AND woken_at IS NOT NULL', 'ORDER BY woken_at LIMIT $2')]
      : []),
  ];
  // MATERIALIZED: together, Postgres might look for the oldest keys among all rows that are done.
  const tables = parts.map((part, index) => `part_${index} AS MATERIALIZED (${part})`);
  return `
    WITH ${tables.join(', ')}
    SELECT state, stuck.id, next_attempt_at AS "dueAt", woken_at AS "wokenAt", attempts,
           last_answer AS "lastAnswer", about, held_by AS "heldBy",
           CASE WHEN worker.id IS NOT NULL THEN jsonb_build_object('host', host, 'pid', pid, 'silentS',
             round(extract(epoch FROM clock_timestamp() - heartbeat_at))) END AS worker
    FROM (${parts.map((_, index) => `SELECT * FROM part_${index}`).join(' UNION ALL ')}) AS stuck
    LEFT JOIN worker_processes AS worker ON worker.id = stuck.claimed_by
    ORDER BY state = 'held', next_attempt_at NULLS FIRST LIMIT $2`;
}
