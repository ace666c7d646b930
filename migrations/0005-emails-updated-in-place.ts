// An email's status is written twice on its way. While an index held it, each of these writes put a new entry into
// every index of `emails`; without, a new version of the row stays in its page (a heap-only tuple) and no index
// is touched. The list's filter by status asks the recipients instead, whose rows are in new places anyway.
import type { Knex } from 'knex';

/** Building an index concurrently is no part of a transaction. */
export const config = { transaction: false };

/** Room in a page of `emails` for the versions that follow. */
const FILL_PERCENT = 50;

export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, 'email_recipients', 'email_recipients_state', '(account_id, state, email_id)');
  await knex.raw('DROP INDEX IF EXISTS emails_status');
  await knex.raw('DROP INDEX IF EXISTS emails_due');
  for (const partition of await listPartitions(knex, 'emails')) {
    await knex.raw(`ALTER TABLE ${partition} SET (fillfactor = ${FILL_PERCENT})`);
  }
}

/** Builds an index of a partitioned table without a lock that writes would wait for; safe to begin again. */
async function buildIndex(knex: Knex, table: string, index: string, columns: string): Promise<void> {
  await knex.raw(`CREATE INDEX IF NOT EXISTS ${index} ON ONLY ${table} ${columns}`);
  for (const partition of await listPartitionsWithout(knex, index, table)) {
    const part = `${partition}_${index}`;
    // What an interrupted build has left.
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${part}`);
    await knex.raw(`CREATE INDEX CONCURRENTLY ${part} ON ${partition} ${columns}`);
    await knex.raw(`ALTER INDEX ${index} ATTACH PARTITION ${part}`);
  }
}

async function listPartitions(knex: Knex, table: string): Promise<string[]> {
  const { rows } = await knex.raw(
    'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = ?::regclass ORDER BY 1',
    [table],
  );
  return rows.map(({ name }: { name: string }) => name);
}

/** The partitions of a table to which no part of an index is attached. */
async function listPartitionsWithout(knex: Knex, index: string, table: string): Promise<string[]> {
  const { rows } = await knex.raw(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits AS partition
     WHERE inhparent = ?::regclass AND NOT EXISTS (
       SELECT FROM pg_inherits AS part JOIN pg_index ON indexrelid = part.inhrelid
       WHERE part.inhparent = ?::regclass AND indrelid = partition.inhrelid)
     ORDER BY 1`,
    [table, index],
  );
  return rows.map(({ name }: { name: string }) => name);
}
