// How many rows of work are in which state, and how long the oldest has been due. Only rows that have something left
// to do are in the partial indexes which this reads, and of each state no more than COUNT_MAX are counted, so it
// costs the same whether a million rows are done, and about 0.1 s at most while a million wait.

import type { Queryable } from '../db/connect.ts';
import type { WorkTableDefinition } from './work-table-definition.ts';

/** A count that reaches this means so many or more. */
const COUNT_MAX = 100_000;
/** The oldest woken row is looked for among so many: a row that was woken again is younger than its due time says. */
const OLDEST_AMONG = 1_000;

/** States of rows that have something left to do. */
export const WORK_STATES = ['waiting', 'due', 'held', 'woken', 'claimed'] as const;

/** Rows of one table of work that have something left to do. */
export interface WorkCounts {
  /** Its time has not come. */
  waiting: number;
  /** Its time has come and nobody has been woken for it: the tick is to do so. */
  due: number;
  /** Its time has come, but something else keeps it, such as a disabled endpoint. */
  held: number;
  /** A worker has been told and none has claimed it yet. */
  woken: number;
  /** A worker has it. */
  claimed: number;
  /** Since when the oldest row is due that is neither held nor claimed; undefined: none is. */
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

function statementOf({ table, held, wakesRows = true }: WorkTableDefinition): string {
  const unwoken = 'claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at';
  const woken = 'claimed_by IS NULL AND woken_at IS NOT NULL';
  const count = (condition: string) =>
    `(SELECT count(*) FROM (SELECT FROM ${table} WHERE ${condition} LIMIT ${COUNT_MAX}) AS counted)::integer`;
  const oldestWoken = `
    (SELECT min(next_attempt_at) FROM (
       SELECT next_attempt_at FROM ${table} WHERE ${woken} ORDER BY woken_at LIMIT ${OLDEST_AMONG}) AS oldest)`;
  return `
    WITH overdue AS MATERIALIZED (
      SELECT next_attempt_at, ${held?.when ?? 'false'} AS is_held FROM ${table}
      WHERE ${unwoken} <= $1 ORDER BY next_attempt_at LIMIT ${COUNT_MAX}
    )
    SELECT ${count(`${unwoken} > $1`)} AS waiting,
           count(*) FILTER (WHERE NOT is_held)::integer AS due,
           count(*) FILTER (WHERE is_held)::integer AS held,
           ${wakesRows ? count(woken) : '0'} AS woken,
           ${count('claimed_by IS NOT NULL')} AS claimed,
           least(min(next_attempt_at) FILTER (WHERE NOT is_held),
                 ${wakesRows ? oldestWoken : 'NULL'}) AS oldest_due_at
    FROM overdue`;
}
