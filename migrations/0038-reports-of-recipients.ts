// Builds the index by which the reports about a recipient are found, for the trace of an email and for the erasure of a
// person. Few of the received emails are reports, so it is small.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

const DEFINITION = '(recipient_id, id) WHERE recipient_id IS NOT NULL';

export async function up(knex: Knex): Promise<void> {
  await buildOnPartitions(knex, 'received_emails', 'received_emails_recipient', DEFINITION);
}

/** Builds an index of a partitioned table without blocking writes; safe to run again after an interruption. */
async function buildOnPartitions(
  knex: Knex,
  table: string,
  index: string,
  definition: string,
): Promise<void> {
  await knex.raw(`CREATE INDEX IF NOT EXISTS ${index} ON ONLY ${table} ${definition}`);
  for (const partition of await listPartitionsWithout(knex, index, table)) {
    const part = `${partition}_${index}`;
    // The invalid index that an interrupted build has left.
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${part}`);
    await knex.raw(`CREATE INDEX CONCURRENTLY ${part} ON ${partition} ${definition}`);
    await knex.raw(`ALTER INDEX ${index} ATTACH PARTITION ${part}`);
  }
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
