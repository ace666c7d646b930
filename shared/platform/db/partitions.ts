// Monthly partitions of tables that grow for ever. They are made ahead (at migrate, at boot and daily) so that no insert
// ever waits for one, and a process is not ready when the next month's is missing. Ids are ordered by time, so a
// month is a range of ids and a lookup by id reads one partition.
import { logIdLowerBound, uuidV7LowerBound } from '../time/ids.ts';
import type { Database, Queryable } from './connect.ts';
import { transaction } from './transaction.ts';

/** A table that has a partition for each month. */
export interface PartitionedTable {
  readonly name: string;
  /** How its id holds time. */
  readonly idKind: 'uuid' | 'bigint';
  /** How full its pages are made, where rows are rewritten in place; Postgres' 100 when absent. */
  readonly fillPercent?: number;
}

/** Months that exist beyond the present one. */
const MONTHS_AHEAD = 3;
/** Lets one process at a time make a partition. */
const PARTITION_LOCK_KEY = 0x70617274;
/** DDL waits this long for its lock, then gives way to the traffic and is tried again on the next day. */
const DDL_LOCK_TIMEOUT = '2s';

/** The first instant of the month that is `offset` months from the one of `instant`, in UTC. */
export function monthStart(instant: Date, offset: number): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + offset, 1));
}

/** `emails_2026_11` for November 2026. */
export function partitionName(table: string, month: Date): string {
  return `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}

/** The smallest id of an instant. */
export function idBound({ idKind }: PartitionedTable, instant: Date): string {
  return idKind === 'uuid' ? uuidV7LowerBound(instant) : logIdLowerBound(instant);
}

/** What is asked about: which tables, and when. */
export interface PartitionsAt {
  tables: readonly PartitionedTable[];
  now: Date;
}

/** A month of a table. */
interface Partition {
  name: string;
  table: PartitionedTable;
  month: Date;
}

/** Those that must exist at an instant: last month's (clocks differ) to `monthsAhead` ahead. */
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
 * Makes the partitions that are missing. Safe to run at once in several processes.
 * @returns the names that were made
 */
export async function createPartitions(database: Database, at: PartitionsAt): Promise<string[]> {
  const created: string[] = [];
  for (const { name, table, month } of await missingPartitions(database, at, MONTHS_AHEAD)) {
    const from = idBound(table, month);
    const to = idBound(table, monthStart(month, 1));
    await transaction(database, async (client) => {
      await client.query(`SET LOCAL lock_timeout = '${DDL_LOCK_TIMEOUT}'`);
      await client.query('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK_KEY]);
      // Not to_regclass: it may answer from the session's cache, which has not heard of another's new table yet.
      const { rowCount } = await client.query(
        'SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1',
        [name],
      );
      if (rowCount !== 0) return;
      // Made apart and then attached: ATTACH lets the parent be read and written, PARTITION OF does not.
      await client.query(`CREATE TABLE ${name} (LIKE ${table.name} INCLUDING ALL) ${storageOf(table)}`);
      await client.query(
        `ALTER TABLE ${table.name} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`,
      );
      created.push(name);
    });
  }
  return created;
}

function storageOf({ fillPercent }: PartitionedTable): string {
  return fillPercent === undefined ? '' : `WITH (fillfactor = ${fillPercent})`;
}

/** True when this month's and the next month's partition of every table exist. */
export async function arePartitionsAhead(database: Queryable, at: PartitionsAt): Promise<boolean> {
  return (await missingPartitions(database, at, 1)).length === 0;
}
