// Monthly partitions of the mail tables. They are made ahead (at migrate, at boot and daily) so that no insert
// ever waits for one, and a process is not ready when the next month's is missing. Ids are ordered by time, so a
// month is a range of ids and a lookup by id reads one partition.
import { logIdLowerBound, uuidV7LowerBound } from '../time/ids.ts';
import type { Database, Queryable } from './connect.ts';
import { transaction } from './transaction.ts';

/** How a partitioned table's id holds time. */
type IdKind = 'uuid' | 'bigint';

/** The partitioned tables (migrations/0002-mail.ts, 0009-attachments.ts). */
export const PARTITIONED_TABLES: Readonly<Record<string, IdKind>> = {
  emails: 'uuid',
  email_recipients: 'uuid',
  email_events: 'uuid',
  email_contents: 'uuid',
  logs: 'bigint',
  webhook_messages: 'uuid',
  webhook_attempts: 'uuid',
  email_attachments: 'uuid',
  attachment_chunks: 'uuid',
};

/** Room in the pages of tables whose rows are rewritten in place (migrations/0005-emails-updated-in-place.ts). */
const FILL_PERCENT: Readonly<Record<string, number>> = { emails: 50 };

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
export function idBound(kind: IdKind, instant: Date): string {
  return kind === 'uuid' ? uuidV7LowerBound(instant) : logIdLowerBound(instant);
}

/** The names that must exist at an instant: last month's (clocks differ) to `monthsAhead` ahead. */
function expectedPartitions(now: Date, monthsAhead: number): { table: string; kind: IdKind; month: Date }[] {
  const offsets = Array.from({ length: monthsAhead + 2 }, (_, index) => index - 1);
  return Object.entries(PARTITIONED_TABLES).flatMap(([table, kind]) =>
    offsets.map((offset) => ({ table, kind, month: monthStart(now, offset) })),
  );
}

async function missingPartitions(database: Queryable, now: Date, monthsAhead: number) {
  const expected = expectedPartitions(now, monthsAhead);
  const { rows } = await database.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name
     WHERE NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(name))`,
    [expected.map(({ table, month }) => partitionName(table, month))],
  );
  const missing = new Set(rows.map(({ name }) => name));
  return expected.filter(({ table, month }) => missing.has(partitionName(table, month)));
}

/**
 * Makes the partitions that are missing. Safe to run at once in several processes.
 * @returns the names that were made
 */
export async function createPartitions(database: Database, now: Date): Promise<string[]> {
  const created: string[] = [];
  for (const { table, kind, month } of await missingPartitions(database, now, MONTHS_AHEAD)) {
    const name = partitionName(table, month);
    const from = idBound(kind, month);
    const to = idBound(kind, monthStart(month, 1));
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
      await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL) ${storageOf(table)}`);
      await client.query(
        `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`,
      );
      created.push(name);
    });
  }
  return created;
}

function storageOf(table: string): string {
  const fillPercent = FILL_PERCENT[table];
  return fillPercent === undefined ? '' : `WITH (fillfactor = ${fillPercent})`;
}

/** True when this month's and the next month's partition of every table exist. */
export async function arePartitionsAhead(database: Queryable, now: Date): Promise<boolean> {
  return (await missingPartitions(database, now, 1)).length === 0;
}
