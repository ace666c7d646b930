// Retention: deletes expired rows of a partitioned table. Partitions of months that have expired completely are
// detached and dropped, which costs the same for any number of rows. In the month in which the retention ends, rows are
// deleted in bounded batches. No statement that reads or writes the table has to wait for it.

import type { Database, Queryable } from './connect.ts';
import { idBound, monthStart, type PartitionedTable, partitionName } from './partitions.ts';

/** Most rows that one statement deletes: about 0.1 s of work. */
const DELETED_AT_ONCE = 5_000;
/** Longest run, because a process that shuts down waits for it. The next run continues. */
const DELETING_MAX_MS = 10_000;

/** The result of a run. */
export interface Removed {
  partitions: string[];
  rows: number;
}

/**
 * Deletes rows older than a time. Safe to run again after a run was killed at any point.
 * @param keptFrom rows created at this time or later are kept
 */
export async function deleteExpired(
  database: Database,
  table: PartitionedTable,
  keptFrom: Date,
  now: Date,
): Promise<Removed> {
  const partitions = await dropMonths(database, table, keptFrom, now);
  return { partitions, rows: await deleteRows(database, table, keptFrom) };
}

/** The table of a month. It is detached, or detaching, when an earlier run was killed before the drop. */
interface MonthTable {
  name: string;
  state: 'attached' | 'detaching' | 'detached';
}

async function dropMonths(
  database: Database,
  table: PartitionedTable,
  keptFrom: Date,
  now: Date,
): Promise<string[]> {
  // The partition of last month must exist (partitions.ts), however short the retention is.
  const lastMonth = monthStart(now, -1);
  const firstKept = monthStart(keptFrom < lastMonth ? keptFrom : lastMonth, 0);
  const expired = (await findMonths(database, table)).filter(
    ({ name }) => name < partitionName(table.name, firstKept),
  );
  for (const { name, state } of expired) {
    // One at a time and outside of a transaction: it waits for the statements that use the partition, without blocking
    // statements on the parent.
    if (state === 'attached')
      await database.query(`ALTER TABLE ${table.name} DETACH PARTITION ${name} CONCURRENTLY`);
    if (state === 'detaching')
      await database.query(`ALTER TABLE ${table.name} DETACH PARTITION ${name} FINALIZE`);
    await database.query(`DROP TABLE IF EXISTS ${name}`);
  }
  return expired.map(({ name }) => name);
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

/**
 * Deletes from the oldest row on. Each statement begins where the last one ended, so none reads rows already deleted.
 */
async function deleteRows(database: Database, table: PartitionedTable, keptFrom: Date): Promise<number> {
  const end = idBound(table, keptFrom);
  const startedAtMs = performance.now();
  let begin = idBound(table, new Date(0));
  let deleted = 0;
  while (performance.now() - startedAtMs < DELETING_MAX_MS) {
    const last = await findLast(database, table, begin, end);
    if (last === undefined) break;
    const { rowCount } = await database.query(`DELETE FROM ${table.name} WHERE id >= $1 AND id <= $2`, [
      begin,
      last,
    ]);
    deleted += rowCount ?? 0;
    begin = last;
  }
  return deleted;
}

/** The last id of the next batch of rows to delete. */
async function findLast(
  database: Queryable,
  table: PartitionedTable,
  begin: string,
  end: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM (SELECT id FROM ${table.name} WHERE id >= $1 AND id < $2 ORDER BY id LIMIT ${DELETED_AT_ONCE}) AS next
     ORDER BY id DESC LIMIT 1`,
    [begin, end],
  );
  return rows[0]?.id;
}
