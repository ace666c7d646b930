// Counts the rows of work by state, and finds since when the oldest one has been due. It reads partial indexes that
// contain only unfinished rows, and counts at most COUNT_MAX rows per state. So a million finished rows cost nothing,
// and a million waiting rows cost about 0.1 s.

import type { Queryable } from '../db/connect.ts';
import { notDueSql, overdueSql } from './overdue.ts';
import type { WorkTableDefinition } from './work-table-definition.ts';

/** Counting stops here: a count of this size means this many or more. */
export const COUNT_MAX = 100_000;
/**
 * The woken row with the oldest due time is searched among this many rows in the order of `woken_at`: a row that was
 * woken a second time has a newer `woken_at`, but not a newer due time.
 */
const OLDEST_AMONG = 1_000;

/** States of unfinished rows. */
export const WORK_STATES = ['waiting', 'due', 'held', 'woken', 'claimed'] as const;

/** The unfinished rows of one table of work. */
export interface WorkCounts {
  /** Not due yet, and not held. */
  waiting: number;
  /** Due, and the tick has not sent the wake-up yet. */
  due: number;
  /** Held by something else than their time, such as a disabled endpoint: those that are due, and `later` of a hold. */
  held: number;
  /** The wake-up is sent, and no worker has claimed the row yet. */
  woken: number;
  /** A worker has claimed the row. */
  claimed: number;
  /** The oldest due time of the rows that are neither held nor claimed; undefined: there is no such row. */
  oldestDueAt: Date | undefined;
}

type CountRow = Omit<WorkCounts, 'oldestDueAt'> & { oldest_due_at: Date | null };

/** Counts the rows of a table. `now` is the injected clock. */
export async function countWork(
  database: Queryable,
  definition: WorkTableDefinition,
  now: Date,
): Promise<WorkCounts> {
  const { rows } = await database.query<CountRow>(statementOf(definition), [now]);
  const none = { waiting: 0, due: 0, held: 0, woken: 0, claimed: 0, oldest_due_at: null };
  const { oldest_due_at: oldestDueAt, ...counts } = rows[0] ?? none;
  return { ...counts, oldestDueAt: oldestDueAt ?? undefined };
}

function statementOf(definition: WorkTableDefinition): string {
  const { table, rows = 'true', wakesRows = true } = definition;
  const unwoken = `${rows} AND claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at`;
  const woken = `${rows} AND claimed_by IS NULL AND woken_at IS NOT NULL`;
  const count = (condition: string) =>
    `(SELECT count(*) FROM (SELECT FROM ${table} WHERE ${condition} LIMIT ${COUNT_MAX}) AS counted)::integer`;
  const oldestWoken = `
    (SELECT min(next_attempt_at) FROM (
       SELECT next_attempt_at FROM ${table} WHERE ${woken} ORDER BY woken_at LIMIT ${OLDEST_AMONG}) AS oldest)`;
  const later = notDueSql(definition, COUNT_MAX);
  const countLater = (isHeld: boolean) => `(SELECT count(*) FROM later WHERE is_held = ${isHeld})::integer`;
  return `
    WITH overdue AS MATERIALIZED (${overdueSql(definition, 'next_attempt_at <= $1', COUNT_MAX)})
         ${later ? `, later AS MATERIALIZED (${later})` : ''}
    SELECT ${later ? countLater(false) : count(`${unwoken} > $1`)} AS waiting,
           count(*) FILTER (WHERE NOT is_held)::integer AS due,
           count(*) FILTER (WHERE is_held)::integer + ${later ? countLater(true) : 0} AS held,
           ${wakesRows ? count(woken) : '0'} AS woken,
           ${count(`${rows} AND claimed_by IS NOT NULL`)} AS claimed,
           least(min(next_attempt_at) FILTER (WHERE NOT is_held),
                 ${wakesRows ? oldestWoken : 'NULL'}) AS oldest_due_at
    FROM overdue`;
}
