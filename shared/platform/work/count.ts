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
  /** Held for another reason than their time, such as a disabled endpoint: those that are due, and `later` of a hold. */
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

/**
 * Finds the oldest due time as countWork does, at less cost, if it is not after `dueBy`, or not after `busyDueBy` while
 * a worker does a row of the table.
 * @param dueBy holds that have ended after it still hold
 */
export async function findOldestUntended(
  database: Queryable,
  definition: WorkTableDefinition,
  dueBy: Date,
  busyDueBy: Date,
): Promise<Date | undefined> {
  const { table, rows: own = 'true', wakesRows = true } = definition;
  const { rows } = await database.query<{ dueAt: Date | null }>(
    `WITH overdue AS (${overdueSql(definition, 'next_attempt_at <= $1', COUNT_MAX)}), oldest AS (
       SELECT least((SELECT next_attempt_at FROM overdue WHERE NOT is_held ORDER BY next_attempt_at LIMIT 1),
                    ${wakesRows ? oldestWokenSql(definition) : 'NULL'}) AS due_at)
     SELECT due_at AS "dueAt" FROM oldest WHERE due_at <=
       CASE WHEN EXISTS (SELECT FROM ${table} WHERE ${own} AND claimed_by IS NOT NULL) THEN $2::timestamptz ELSE $1 END`,
    [dueBy, busyDueBy],
  );
  return rows[0]?.dueAt ?? undefined;
}

function wokenSql({ rows = 'true' }: WorkTableDefinition): string {
  return `${rows} AND claimed_by IS NULL AND woken_at IS NOT NULL`;
}

function oldestWokenSql(definition: WorkTableDefinition): string {
  return `
    (SELECT min(next_attempt_at) FROM (
       SELECT next_attempt_at FROM ${definition.table} WHERE ${wokenSql(definition)}
       ORDER BY woken_at LIMIT ${OLDEST_AMONG}) AS oldest)`;
}

function statementOf(definition: WorkTableDefinition): string {
  const { table, rows = 'true', wakesRows = true } = definition;
  const unwoken = `${rows} AND claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at`;
  const count = (condition: string) =>
    `(SELECT count(*) FROM (SELECT FROM ${table} WHERE ${condition} LIMIT ${COUNT_MAX}) AS counted)::integer`;
  const later = notDueSql(definition, COUNT_MAX);
  const countLater = (isHeld: boolean) => `(SELECT count(*) FROM later WHERE is_held = ${isHeld})::integer`;
  return `
    WITH overdue AS MATERIALIZED (${overdueSql(definition, 'next_attempt_at <= $1', COUNT_MAX)})
         ${later ? `, later AS MATERIALIZED (${later})` : ''}
    SELECT ${later ? countLater(false) : count(`${unwoken} > $1`)} AS waiting,
           count(*) FILTER (WHERE NOT is_held)::integer AS due,
           count(*) FILTER (WHERE is_held)::integer + ${later ? countLater(true) : 0} AS held,
           ${wakesRows ? count(wokenSql(definition)) : '0'} AS woken,
           ${count(`${rows} AND claimed_by IS NOT NULL`)} AS claimed,
           least(min(next_attempt_at) FILTER (WHERE NOT is_held),
                 ${wakesRows ? oldestWokenSql(definition) : 'NULL'}) AS oldest_due_at
    FROM overdue`;
}
