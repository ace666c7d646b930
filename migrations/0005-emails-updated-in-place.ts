// Removes the indexes on the status of emails, so that updates of the status are HOT updates. The status of an email is
// updated twice. With an index on it, each update added an entry to every index of `emails`; without it, the new
// version of the row stays in the same page (a heap-only tuple), and no index changes. The list's filter by status
// reads the recipients instead, whose updates are not HOT anyway.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

/** The fillfactor of `emails`: it leaves room in a page for later versions of its rows. */
const FILL_PERCENT = 50;

export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, 'email_recipients', 'email_recipients_state', '(account_id, state, email_id)');
  await knex.raw('DROP INDEX IF EXISTS emails_status');
  await knex.raw('DROP INDEX IF EXISTS emails_due');
  for (const partition of await listPartitions(knex, 'emails')) {
    await knex.raw(`ALTER TABLE ${partition} SET (fillfactor = ${FILL_PERCENT})`);
  }
}

/** Builds an index of a partitioned table without blocking writes; safe to run again after an interruption. */
async function buildIndex(knex: Knex, table: string, index: string, columns: string): Promise<void> {
  await knex.raw(`CREATE INDEX IF NOT EXISTS ${index} ON ONLY ${table} ${columns}`);
  for (const partition of await listPartitionsWithout(knex, index, table)) {
    const part = `${partition}_${index}`;
    // The invalid index that an interrupted build has left.
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

/** The partitions of a table whose part of the index is not attached yet. */
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
