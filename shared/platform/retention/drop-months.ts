// Drops the monthly partitions whose rows may all be removed, which costs the same for any number of rows. No
// statement that reads or writes the table has to wait for it, and a run that is killed at any point is finished by the
// next one:
//
//   attached ─► detaching (a run was killed) ─► detached ─► dropped
//      ▲                                           └─ a row is in use after all: attached again

import type { Database, Queryable } from '../db/connect.ts';
import {
  attachPartition,
  idBound,
  monthOf,
  monthStart,
  type PartitionedTable,
  partitionName,
} from '../db/partitions.ts';
import { SQLSTATES, sqlstateOf } from '../failures/sqlstates.ts';
import { timeOfUuidV7 } from '../time/ids.ts';
import { boundsOf, removeOrphans } from './remove-piece.ts';
import type { RetainedRows } from './retention.ts';

/** A detach waits for the transactions that use the month; after this time it is left to the next run. */
const DETACH_TIMEOUT = '3s';
/** If checking a month for rows in use takes longer than this, the month is emptied row by row. */
const LOOK_TIMEOUT = '6s';

/** The months of a table that may be dropped. */
interface DroppedMonths {
  table: PartitionedTable;
  /** Months that end at this time or earlier. Last month always stays (partitions.ts). */
  before: Date;
  /** Whether it is worth dropping a partition rather than removing its rows one by one. */
  isWorthIt?(partition: string): Promise<boolean>;
  /** Whether no row of a partition is in use. It is called again when nothing can reach the rows any longer. */
  isUnused(partition: string): Promise<boolean>;
}

/** A partitioned table of the retention. */
export interface RetainedMonths {
  table: PartitionedTable;
  row: RetainedRows;
  /** Rows that ended before may be removed. */
  end: Date;
  /** All tables that have partitions; the dependents of the rows are some of them. */
  partitioned: readonly PartitionedTable[];
  /** A month with fewer rows is emptied row by row. */
  rowsWorthADrop: number;
  isInTime(): boolean;
}

/**
 * Drops months with many rows, if no row is in use, and the dependents of these rows.
 * @returns the names of the partitions
 */
export async function dropUnusedMonths(
  database: Database,
  { table, row, end, partitioned, rowsWorthADrop, isInTime }: RetainedMonths,
  now: Date,
): Promise<string[]> {
  const { retainedWhile, dependents = [] } = row;
  const own: DroppedMonths = {
    table,
    before: end,
    ...(retainedWhile && {
      isWorthIt: (partition) => has(database, `FROM ${partition} OFFSET ${rowsWorthADrop}`),
    }),
    isUnused: async (partition) => !(await isUsed(database, row, partition, end)),
  };
  const dropped = await dropMonths(database, own, now);
  if (dependents.length === 0) return dropped;
  // Dependents that are older than the oldest row belong to rows that were removed.
  const oldest = await findOldest(database, table, end);
  for (const dependent of dependents) {
    const its = partitioned.find(({ name }) => name === dependent.table);
    // The stored contents are found by its rows.
    if (its && dependent.content === undefined) {
      const isUnused = async (partition: string) =>
        !(await has(database, `FROM ${partition} WHERE ${dependent.column} >= '${oldest.id}'`));
      dropped.push(...(await dropMonths(database, { table: its, before: oldest.time, isUnused }, now)));
    }
    while ((await removeOrphans(database, dependent, oldest.id)) && isInTime());
  }
  return dropped;
}

/** Drops the oldest months of a table while they are empty. @returns the names of the partitions */
export async function dropEmptyMonths(
  database: Database,
  table: PartitionedTable,
  now: Date,
): Promise<string[]> {
  const isUnused = async (partition: string) => !(await has(database, `FROM ${partition}`));
  return await dropMonths(database, { table, before: now, isUnused }, now);
}

async function has(database: Queryable, rows: string): Promise<boolean> {
  const { rowCount } = await database.query(`SELECT ${rows} LIMIT 1`);
  return rowCount === 1;
}

/** Each condition alone, because Postgres then joins instead of asking for each row. */
async function isUsed(database: Database, row: RetainedRows, partition: string, end: Date): Promise<boolean> {
  const bounds = boundsOf(row, end, monthStart(monthOf(partition), 1));
  const look = async (client: Queryable) => {
    for (const condition of row.retainedWhile?.(bounds) ?? [])
      if (await has(client, `FROM ${partition} AS ${row.table} WHERE ${condition}`)) return true;
    return false;
  };
  return await inTime(database, LOOK_TIMEOUT, look, true);
}

/**
 * The oldest row of a table, at most as young as the rows that may be removed: nothing is made with an older id later.
 */
async function findOldest(
  database: Queryable,
  table: PartitionedTable,
  end: Date,
): Promise<{ id: string; time: Date }> {
  const bound = idBound(table, end);
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM ${table.name} WHERE id < $1 ORDER BY id LIMIT 1`,
    [bound],
  );
  const [oldest] = rows;
  return oldest ? { id: oldest.id, time: timeOfUuidV7(oldest.id) } : { id: bound, time: end };
}

/** The table of a month. It is detached, or detaching, when an earlier run was killed before the drop. */
interface MonthTable {
  name: string;
  state: 'attached' | 'detaching' | 'detached';
}

/**
 * Drops months from the oldest on, up to the first that stays: what belongs to the rows of a month relies on the order.
 * @returns the names of the partitions
 */
async function dropMonths(database: Database, months: DroppedMonths, now: Date): Promise<string[]> {
  const { table, before } = months;
  const earlier = new Date(Math.min(before.getTime(), monthStart(now, -1).getTime()));
  const firstKept = partitionName(table.name, monthStart(earlier, 0));
  const dropped: string[] = [];
  for (const month of await findMonths(database, table)) {
    if (month.name >= firstKept || !(await dropMonth(database, months, month))) break;
    dropped.push(month.name);
  }
  return dropped;
}

/** @returns false when the month stays, or cannot be detached at the moment */
async function dropMonth(
  database: Database,
  { table, isWorthIt, isUnused }: DroppedMonths,
  { name, state }: MonthTable,
): Promise<boolean> {
  if (state === 'attached') {
    if (!((await isWorthIt?.(name)) ?? true) || !(await isUnused(name))) return false;
    if (!(await detach(database, table, name, 'CONCURRENTLY'))) return false;
  }
  if (state === 'detaching' && !(await detach(database, table, name, 'FINALIZE'))) return false;
  if (!(await isUnused(name))) {
    await attachPartition(database, table, monthOf(name));
    return false;
  }
  await database.query(`DROP TABLE IF EXISTS ${name}`);
  return true;
}

/** Outside of a transaction. @returns false when transactions that use the month do not end in time */
async function detach(database: Database, { name: table }: PartitionedTable, name: string, how: string) {
  const work = async (client: Queryable) => {
    await client.query(`ALTER TABLE ${table} DETACH PARTITION ${name} ${how}`);
    return true;
  };
  return await inTime(database, DETACH_TIMEOUT, work, false);
}

/** @returns `otherwise` when a statement takes too long */
async function inTime(
  database: Database,
  timeout: string,
  work: (client: Queryable) => Promise<boolean>,
  otherwise: boolean,
): Promise<boolean> {
  const client = await database.connect();
  try {
    await client.query(`SET statement_timeout = '${timeout}'`);
    return await work(client);
  } catch (error) {
    if (sqlstateOf(error) !== SQLSTATES.queryCanceled) throw error;
    return otherwise;
  } finally {
    await client.query('RESET statement_timeout').finally(() => client.release());
  }
}

/** The tables of the months, ordered by name: the oldest first. */
async function findMonths(database: Queryable, table: PartitionedTable): Promise<MonthTable[]> {
  const { rows } = await database.query<MonthTable>(
    `SELECT relname AS name,
            CASE WHEN inhrelid IS NULL THEN 'detached' WHEN inhdetachpending THEN 'detaching' ELSE 'attached' END AS state
     FROM pg_class LEFT JOIN pg_inherits ON inhrelid = pg_class.oid
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname ~ $1 ORDER BY relname`,
    [`^${table.name}_\\d{4}_\\d{2}$`],
  );
  return rows;
}
