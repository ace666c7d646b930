// A migration for tests that runs outside of a transaction: the pattern of docs/architecture/migrations.md for an index
// on a partitioned table in use.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX IF NOT EXISTS emails_made_up ON ONLY emails (subject)');
  for (const partition of await listPartitionsWithout(knex, 'emails_made_up', 'emails')) {
    const part = `${partition}_made_up`;
    // The invalid index that an interrupted run has left.
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${part}`);
    await knex.raw(`CREATE INDEX CONCURRENTLY ${part} ON ${partition} (subject)`);
    await knex.raw(`ALTER INDEX emails_made_up ATTACH PARTITION ${part}`);
  }
}

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
