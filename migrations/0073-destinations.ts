// The pace at which mailbox providers take mail from each address of ours, so that a restart does not begin again; and which
// provider a recipient waits for. Columns without a default do not rewrite their table; the release before leaves them out.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE IF NOT EXISTS destinations (
      provider text NOT NULL,
      -- Our address; empty: the one that the system chooses.
      source text NOT NULL,
      -- Connections at a time, of all processes together.
      "window" integer NOT NULL CHECK ("window" > 0),
      -- Mails a minute, of all processes together; null: as many as the connections take.
      rate integer CHECK (rate > 0),
      -- Null, with the three below: it does not rest, or not any more.
      rests_until timestamptz,
      rested_at timestamptz,
      reason text,
      reply text,
      -- Grows with what was changed for the worse or by operators: what a process has learned before is out of date. A row that
      -- is made again begins above what processes know of the one before.
      version bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000),
      -- When mail of each lane last had to wait: the other lane leaves it a part.
      transactional_at timestamptz,
      campaign_at timestamptz,
      -- Mails that were taken in an hour, and in the one before; null: none was counted yet.
      sent_hour timestamptz,
      sent integer NOT NULL DEFAULT 0,
      sent_before integer NOT NULL DEFAULT 0,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (provider, source)
    );
    CREATE INDEX IF NOT EXISTS destinations_updated ON destinations (updated_at)`);
  await knex.raw(`
    ALTER TABLE email_recipients
      ADD COLUMN IF NOT EXISTS destination text COLLATE "C",
      ADD COLUMN IF NOT EXISTS announced_rest timestamptz`);
  await buildOnPartitions(
    knex,
    'email_recipients',
    'email_recipients_destination',
    '(destination, lane, next_attempt_at) WHERE destination IS NOT NULL AND next_attempt_at IS NOT NULL',
  );
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
