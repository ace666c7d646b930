// One run of retention: removes what has become old, for some ten seconds, or longer when it drops a month. Tables take
// turns piece by piece, so a large one holds up no other, and neither does one that fails. What is left is removed by the
// next run, also after a kill.

import type { Database, Queryable } from '../db/connect.ts';
import type { PartitionedTable } from '../db/partitions.ts';
import { DAY_MS, SECOND_MS } from '../time/durations.ts';
import { dropEmptyMonths, dropUnusedMonths } from './drop-months.ts';
import { removePiece, startAfter } from './remove-piece.ts';
import type { RetainedRows, Retention } from './retention.ts';

/** For months, in addition to one that has begun, and then for rows: a process that shuts down waits for a run. */
const MONTHS_MAX_MS = 3 * SECOND_MS;
const ROWS_MAX_MS = 8 * SECOND_MS;
/** Asking of all rows of a month whether they are in use costs more than removing fewer one by one. */
const ROWS_WORTH_A_DROP = 100_000;

/** The dependencies of a run. */
export interface RetentionDeps {
  database: Database;
  now: Date;
  /** All tables that have partitions. */
  partitioned: readonly PartitionedTable[];
  /** A month with fewer rows is emptied row by row; for tests, 100,000 by default. */
  rowsWorthADrop?: number;
  /**
   * Kind of row → where the next run continues; absent: each run begins at the oldest row. So rows that must stay,
   * however many, do not block the rows after them.
   */
  positions?: Map<string, string>;
}

/** The result of a run: partitions, and how many rows of each kind that had any. */
export interface Removed {
  partitions: string[];
  rows: Record<string, number>;
}

/** A run in progress. */
interface Run extends RetentionDeps {
  positions: Map<string, string>;
  isInTime(): boolean;
  removed: Removed;
  failures: Error[];
}

/**
 * Removes rows that are older than their retention.
 * @throws AggregateError when some of it failed; the rest was done
 */
export async function removeOld(deps: RetentionDeps, retention: readonly Retention[]): Promise<Removed> {
  const run: Run = {
    ...deps,
    positions: deps.positions ?? new Map(),
    isInTime: within(MONTHS_MAX_MS),
    removed: { partitions: [], rows: {} },
    failures: [],
  };
  const ending = retention.filter(({ days }) => days !== Number.POSITIVE_INFINITY);
  // First, because the rows of a dropped month need not be removed one by one.
  for (const row of ending)
    if ('table' in row && row.empties === undefined && run.isInTime())
      await attempt(run, row.what, () => dropMonths(run, row));
  await takeTurns({ ...run, isInTime: within(ROWS_MAX_MS) }, ending);
  for (const table of deps.partitioned)
    await attempt(run, table.name, async () => {
      run.removed.partitions.push(...(await dropEmptyMonths(deps.database, table, deps.now)));
    });
  if (run.failures.length === 0) return run.removed;
  throw new AggregateError(run.failures, run.failures.map(({ message }) => message).join(' '));
}

function within(ms: number): () => boolean {
  const stopAtMs = performance.now() + ms;
  return () => performance.now() < stopAtMs;
}

/** @returns undefined when it failed */
async function attempt<Result>(
  { failures }: Run,
  what: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (cause) {
    failures.push(new Error(`Removing old ${what} failed: ${cause}`, { cause }));
    return undefined;
  }
}

async function dropMonths(run: Run, row: RetainedRows): Promise<void> {
  const { database, now, partitioned, rowsWorthADrop = ROWS_WORTH_A_DROP, isInTime, removed } = run;
  const table = partitioned.find(({ name }) => name === row.table);
  if (!table) return;
  const months = { table, row, end: daysBefore(now, row.days), partitioned, rowsWorthADrop, isInTime };
  removed.partitions.push(...(await dropUnusedMonths(database, months, now)));
}

/** Removes rows piece by piece, until nothing is left or the time is over. */
async function takeTurns(run: Run, retention: readonly Retention[]): Promise<void> {
  let open = retention.map((row) => ({ row, next: pieces(run, row) }));
  while (open.length > 0) {
    const left: typeof open = [];
    for (const entry of open)
      if (run.isInTime() && (await attempt(run, entry.row.what, entry.next))) left.push(entry);
    open = left;
  }
}

/** @returns what removes the next piece and says whether there may be more */
function pieces({ database, now, removed, positions }: Run, row: Retention): () => Promise<boolean> {
  if (!('table' in row)) return () => row.removePiece(database, daysBefore(now, row.days));
  return async () => {
    const end = daysBefore(row.clock === 'database' ? await databaseTime(database) : now, row.days);
    const piece = await removePiece(database, row, end, positions.get(row.what));
    if (piece.removed > 0) removed.rows[row.what] = (removed.rows[row.what] ?? 0) + piece.removed;
    const next = piece.from ?? startAfter(row, end);
    if (next === undefined) positions.delete(row.what);
    else positions.set(row.what, next);
    return piece.from !== undefined;
  };
}

function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY_MS);
}

async function databaseTime(database: Queryable): Promise<Date> {
  const { rows } = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now ?? new Date(0);
}
