// Ends what has been kept long enough in a partitioned table. Months that are over as a whole are detached and dropped,
// which costs the same however much they hold; of the one in which the time ends, rows are deleted, a bounded number
// at a time. Nobody who reads or writes the table waits for it.

import type { Database, Queryable } from './connect.ts';
import { idBound, monthStart, type PartitionedTable, partitionName } from './partitions.ts';

/** In one statement: about 0.1 s of work. */
const DELETED_AT_ONCE = 5_000;
/** Of one run; a process that stops waits for it. The next run goes on. */
const DELETING_MAX_MS = 10_000;

/** What was removed. */
export interface Removed {
  partitions: string[];
  rows: number;
}

/**
 * Removes what is older than an instant. Safe to run again after it was killed anywhere.
 * @param keptFrom what was made from here on is kept
 */
export async function removeExpired(
  database: Database,
  table: PartitionedTable,
  keptFrom: Date,
  now: Date,
): Promise<Removed> {
  const partitions = await dropMonths(database, table, keptFrom, now);
  return { partitions, rows: await deleteRows(database, table, keptFrom) };
}

/** How a month's table stands to its parent; it is detached when a run was killed before it could drop it. */
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
  // Last month's must exist (partitions.ts), however short the retention is.
  const lastMonth = monthStart(now, -1);
  const firstKept = monthStart(keptFrom < lastMonth ? keptFrom : lastMonth, 0);
  const expired = (await findMonths(database, table)).filter(
    ({ name }) => name < partitionName(table.name, firstKept),
  );
  for (const { name, state } of expired) {
    // One at a time and in no transaction: waits for those who use it, without keeping anybody from the parent.
    if (state === 'attached')
      await database.query(`ALTER TABLE ${table.name} DETACH PARTITION ${name} CONCURRENTLY`);
    if (state === 'detaching')
      await database.query(`ALTER TABLE ${table.name} DETACH PARTITION ${name} FINALIZE`);
    await database.query(`DROP TABLE IF EXISTS ${name}`);
  }
  return expired.map(({ name }) => name);
}

/** The tables of its months, by name: the oldest first. */
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

/** From the oldest on; where a statement ends the next one begins, so none looks at what is deleted already. */
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

/** The last one of the next rows that are deleted together. */
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
