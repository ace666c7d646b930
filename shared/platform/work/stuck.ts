// Finds stuck rows: the rows of work that have been due for the longest time, with the data that explains why
// (explain.ts). Each state is read in the order of its partial index and only up to the limit, so it is fast even while
// a million rows wait.

import type { Queryable } from '../db/connect.ts';
import { overdueSql } from './overdue.ts';
import { type HoldCondition, nameOfWork, type WorkTableDefinition } from './work-table-definition.ts';

/** Most claimed rows that are read; more than any sensible number of workers claims at one time. */
const CLAIMED_MAX = 10_000;
/** The most overdue rows that are tested for being held. */
const OVERDUE_MAX = 100_000;

/** A row of work that is due and not done, or that waits for a retry. */
export interface StuckRow {
  table: string;
  id: string;
  state: 'waiting' | 'due' | 'held' | 'woken' | 'claimed';
  /** When the row is or became due. */
  dueAt: Date;
  wokenAt: Date | null;
  /** Number of attempts, the current one included. */
  attempts: number;
  /** How the last attempt ended. */
  lastAnswer: string | null;
  /** The subject of the row (`about` of the WorkTableDefinition). */
  about: object | null;
  /** The reason why a held row is held: a sentence. */
  heldBy: string | null;
  /** The worker of a claimed row; null when its process has ended. */
  worker: { host: string; pid: number; silentS: number } | null;
}

/**
 * Finds the oldest stuck rows of a table.
 * @param now of the injected clock
 * @returns at most `limit` rows, the one that has been due for the longest time first; held rows come last
 */
export async function findStuckRows(
  database: Queryable,
  definition: WorkTableDefinition,
  now: Date,
  limit: number,
): Promise<StuckRow[]> {
  const table = nameOfWork(definition);
  const { rows } = await database.query<Omit<StuckRow, 'table'>>(statementOf(definition), [now, limit]);
  return rows.map((row) => ({ ...row, table }));
}

/** Finds one row that is not done, also one that is scheduled for later. @param now of the injected clock */
export async function findUndoneRow(
  database: Queryable,
  definition: WorkTableDefinition,
  now: Date,
  id: string,
): Promise<StuckRow | undefined> {
  const { rows: own = 'true', key } = definition;
  const only = { rows: `${own} AND ${key} = $3`, retryWhen: 'true' };
  const statement = statementOf({ ...definition, ...only });
  const { rows } = await database.query<Omit<StuckRow, 'table'>>(statement, [now, 1, id]);
  return rows[0] && { ...rows[0], table: nameOfWork(definition) };
}

/**
 * Finds why the oldest held row of a table is held, as a sentence; undefined if none is held. Due rows come first.
 * @param now of the injected clock
 */
export async function findHeldReason(
  database: Queryable,
  { table, rows: own = 'true', held }: WorkTableDefinition,
  now: Date,
): Promise<string | undefined> {
  if (!held) return undefined;
  const oldest = ({ when, why }: HoldCondition, time: string) => `
    (SELECT ${why} FROM ${table}
     WHERE ${own} AND claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at ${time} AND (${when})
     ORDER BY next_attempt_at LIMIT 1)`;
  const reasons = [oldest(held, '<= $1'), ...(held.later ? [oldest(held.later, '> $1')] : [])];
  const { rows } = await database.query<{ why: string | null }>(
    `SELECT coalesce(${reasons.join(', ')}) AS why`,
    [now],
  );
  return rows[0]?.why ?? undefined;
}

function statementOf(definition: WorkTableDefinition): string {
  const { table, key, rows = 'true', held, wakesRows = true } = definition;
  const { retryWhen = 'attempts > 0', lastAnswer = 'NULL::text', about = 'NULL::jsonb' } = definition;
  const select = (state: StuckRow['state'], condition: string, order: string, heldBy = 'NULL::text') => `
    SELECT '${state}' AS state, ${key}::text AS id, next_attempt_at, woken_at, attempts, claimed_by,
           ${lastAnswer} AS last_answer, ${about} AS about,
           ${heldBy} AS held_by
    FROM ${table} WHERE ${condition} ${order}`;
  const free = `${rows} AND claimed_by IS NULL AND woken_at IS NULL`;
  const overdue = `${free} AND next_attempt_at <= $1`;
  // The condition of a hold is evaluated for a bounded number of rows: most rows of the table may be held.
  const among = (isHeld: boolean) => `${key} = ANY(ARRAY(
    SELECT id FROM (${overdueSql(definition, 'next_attempt_at <= $1', OVERDUE_MAX)}) AS overdue
    WHERE is_held = ${isHeld} ORDER BY next_attempt_at LIMIT $2))`;
  const later = `${free} AND next_attempt_at > $1`;
  const nearest = 'ORDER BY next_attempt_at LIMIT $2';
  const isFree = held?.later ? `NOT (${held.later.when})` : 'true';
  const parts = [
    select('claimed', `${rows} AND claimed_by IS NOT NULL`, `LIMIT ${CLAIMED_MAX}`),
    select('due', held ? among(false) : overdue, nearest),
    select('waiting', `${later} AND (${retryWhen}) AND ${isFree}`, nearest),
    ...(held ? [select('held', among(true), 'LIMIT $2', held.why)] : []),
    ...(held?.later ? [select('held', `${later} AND ${held.later.when}`, nearest, held.later.why)] : []),
    ...(wakesRows
      ? [
          select(
            'woken',
            `${rows} AND claimed_by IS NULL AND woken_at IS NOT NULL`,
            'ORDER BY woken_at LIMIT $2',
          ),
        ]
      : []),
  ];
  // MATERIALIZED: otherwise the planner could merge the parts and search all finished rows for the oldest keys.
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
