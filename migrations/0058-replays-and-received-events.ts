// What is shown of replays of webhooks: how many events one is about, how many of them were delivered or have failed, and
// when it has ended (docs/architecture/webhooks.md#replays). And the index by which the events that came are listed for the
// whole account. Columns without a default, or with a constant one, do not rewrite their table.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

const COUNTERS = `
  CREATE TABLE IF NOT EXISTS webhook_replay_counters (
    -- The id of the replay.
    id uuid PRIMARY KEY,
    -- Events.
    delivered integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    -- Those that waited when a later replay took them over.
    taken_over integer NOT NULL DEFAULT 0,
    -- When the last of them was counted; null: none was.
    last_at timestamptz
  ) WITH (fillfactor = 50)`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(COUNTERS);
  await knex.raw(`
    ALTER TABLE webhook_replays
      -- Null: the release before has started it.
      ADD COLUMN IF NOT EXISTS since timestamptz,
      -- Events: as counted at the start, and as counted by the replay itself once it is complete. Null: more than are counted.
      ADD COLUMN IF NOT EXISTS total integer,
      -- Events that were made due so far.
      ADD COLUMN IF NOT EXISTS made_due integer NOT NULL DEFAULT 0,
      -- When the last event was made due, or the replay was given up.
      ADD COLUMN IF NOT EXISTS ended_at timestamptz`);
  // The replay for which a message waits.
  await knex.raw('ALTER TABLE webhook_messages ADD COLUMN IF NOT EXISTS replay_id uuid');
  await buildOnPartitions(knex, 'received_events', 'received_events_account', '(account_id, id)');
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
