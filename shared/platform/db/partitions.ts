// Monthly range partitions of the tables that grow without an end. They are created in advance (when migrating, when a
// process starts, and daily), so that no insert waits for one; without the next month's partition a process is not
// ready. Ids are ordered by time, so a month is a range of ids, and a lookup by id reads one partition.
// See docs/architecture/database.md#partitions.
import { logIdLowerBound, uuidV7LowerBound } from '../time/ids.ts';
import type { Database, Queryable } from './connect.ts';
import { transaction } from './transaction.ts';

/** A table that has a partition for each month. */
export interface PartitionedTable {
  readonly name: string;
  /** How its id contains the time: UUID v7, or a number that begins with Unix milliseconds (logIdLowerBound). */
  readonly idKind: 'uuid' | 'bigint';
  /** The fillfactor of its partitions, for tables whose rows are updated in place; Postgres' default is 100. */
  readonly fillPercent?: number;
}

/** Months after the current one for which partitions are created. */
const MONTHS_AHEAD = 3;
/** Advisory lock: one process at a time creates a partition. */
const PARTITION_LOCK_KEY = 0x70617274;
/** DDL waits this long for its lock, then fails, so that it does not block the traffic; the next day it is retried. */
const DDL_LOCK_TIMEOUT = '2s';

/** The beginning, in UTC, of the month that is `offset` months after the month of `instant`. */
export function monthStart(instant: Date, offset: number): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + offset, 1));
}

/** `emails_2026_11` for November 2026. */
export function partitionName(table: string, month: Date): string {
  return `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}

/** The month of a partition, by its name. */
export function monthOf(partition: string): Date {
  return new Date(`${partition.slice(-7).replace('_', '-')}-01T00:00:00.000Z`);
}

/** The smallest id of a time. */
export function idBound({ idKind }: Pick<PartitionedTable, 'idKind'>, instant: Date): string {
  return idKind === 'uuid' ? uuidV7LowerBound(instant) : logIdLowerBound(instant);
}

/** The tables that need partitions, and the current time. */
export interface PartitionsAt {
  tables: readonly PartitionedTable[];
  now: Date;
}

/** The partition of a table for a month. */
interface Partition {
  name: string;
  table: PartitionedTable;
  month: Date;
}

/** The partitions that must exist: from last month (clocks of machines differ) to `monthsAhead` months ahead. */
function expectedPartitions({ tables, now }: PartitionsAt, monthsAhead: number): Partition[] {
  const months = Array.from({ length: monthsAhead + 2 }, (_, index) => monthStart(now, index - 1));
  return tables.flatMap((table) =>
    months.map((month) => ({ name: partitionName(table.name, month), table, month })),
  );
}

async function missingPartitions(database: Queryable, at: PartitionsAt, monthsAhead: number) {
  const expected = expectedPartitions(at, monthsAhead);
  const { rows } = await database.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name
     WHERE NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(name))`,
    [expected.map(({ name }) => name)],
  );
  const missing = new Set(rows.map(({ name }) => name));
  return expected.filter(({ name }) => missing.has(name));
}

/**
 * Creates the missing partitions. Safe to run concurrently in several processes.
 * @returns the names of the created partitions
 */
export async function createPartitions(database: Database, at: PartitionsAt): Promise<string[]> {
  const created: string[] = [];
  for (const { name, table, month } of await missingPartitions(database, at, MONTHS_AHEAD)) {
    await transaction(database, async (client) => {
      await client.query(`SET LOCAL lock_timeout = '${DDL_LOCK_TIMEOUT}'`);
      await client.query('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK_KEY]);
      // Not to_regclass: it may answer from the session's cache, which may not know a new table of another session yet.
      const { rowCount } = await client.query(
        'SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1',
        [name],
      );
      if (rowCount !== 0) return;
      // Created separately and then attached: unlike PARTITION OF, ATTACH does not block reads and writes of the
      // parent.
      await client.query(`CREATE TABLE ${name} (LIKE ${table.name} INCLUDING ALL) ${storageOf(table)}`);
      await attachPartition(client, table, month);
      created.push(name);
    });
  }
  return created;
}

/** Makes a table the partition of a month. */
export async function attachPartition(
  database: Queryable,
  table: PartitionedTable,
  month: Date,
): Promise<void> {
  const from = idBound(table, month);
  const to = idBound(table, monthStart(month, 1));
  await database.query(
    `ALTER TABLE ${table.name} ATTACH PARTITION ${partitionName(table.name, month)} FOR VALUES FROM ('${from}') TO ('${to}')`,
  );
}

function storageOf({ fillPercent }: PartitionedTable): string {
  return fillPercent === undefined ? '' : `WITH (fillfactor = ${fillPercent})`;
}

/** True when the partitions of last, this and next month exist for every table. */
export async function haveUpcomingPartitions(database: Queryable, at: PartitionsAt): Promise<boolean> {
  return (await missingPartitions(database, at, 1)).length === 0;
}
