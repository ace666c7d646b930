// How many rows of work are in which state, and how long the oldest has been due. Only rows that have something left
// to do are in the partial indexes which this reads, and of each state no more than COUNT_MAX are counted, so it
// costs the same whether a million rows are done and little while a million wait.
import type { Queryable } from '../db/connect.ts';
import type { WorkTableDefinition } from '../db/work-table.ts';

/** A count that reaches this means so many or more. */
export const COUNT_MAX = 100_000;
/** The oldest woken row is looked for among so many: a row that was woken again is younger than its due time says. */
const OLDEST_AMONG = 1_000;

/** Rows of one table of work that have something left to do. */
export interface WorkCounts {
  /** Its time has not come. */
  waiting: number;
  /** Its time has come and nobody has been woken for it: the tick is to do so. */
  due: number;
  /** A worker has been told and none has claimed it yet. */
  woken: number;
  /** A worker has it. */
  claimed: number;
  /** Since when the oldest row is due that is not claimed; undefined: none is. */
  oldestDueAt: Date | undefined;
}

/** Counts the rows of a table. `now` is the injected clock. */
export async function countWork(
  database: Queryable,
  { table }: WorkTableDefinition,
  now: Date,
): Promise<WorkCounts> {
  const unwoken = 'claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at';
  const count = (condition: string) =>
    `(SELECT count(*) FROM (SELECT FROM ${table} WHERE ${condition} LIMIT ${COUNT_MAX}) AS counted)::integer`;
  const { rows } = await database.query<Omit<WorkCounts, 'oldestDueAt'> & { oldest_due_at: Date | null }>({
    name: `${table}-count-work`,
    text: `
      SELECT ${count(`${unwoken} > $1`)} AS waiting,
             ${count(`${unwoken} <= $1`)} AS due,
             ${count('claimed_by IS NULL AND woken_at IS NOT NULL')} AS woken,
             ${count('claimed_by IS NOT NULL')} AS claimed,
             least(
               (SELECT next_attempt_at FROM ${table} WHERE ${unwoken} <= $1 ORDER BY next_attempt_at LIMIT 1),
               (SELECT min(next_attempt_at) FROM (
                  SELECT next_attempt_at FROM ${table} WHERE claimed_by IS NULL AND woken_at IS NOT NULL
                  ORDER BY woken_at LIMIT ${OLDEST_AMONG}) AS woken)
             ) AS oldest_due_at`,
    values: [now],
  });
  const { oldest_due_at: oldestDueAt, ...counts } = rows[0] ?? {
    waiting: 0,
    due: 0,
    woken: 0,
    claimed: 0,
    oldest_due_at: null,
  };
  return { ...counts, oldestDueAt: oldestDueAt ?? undefined };
}
