// What the dashboard shows of failures: attempts to deliver to webhooks, counted by the quarter-hour
// (docs/architecture/webhooks.md#counters), and the name of the error that a logged request was answered with, with its
// index. Few requests fail, so the index is small. A column without a default does not rewrite its table.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

const COUNTERS = `
  CREATE TABLE IF NOT EXISTS webhook_counters (
    webhook_id uuid NOT NULL,
    starts_at timestamptz NOT NULL,
    -- Attempts.
    delivered integer NOT NULL,
    failed integer NOT NULL,
    -- The last of those that delivered; null: none has.
    last_success_at timestamptz,
    PRIMARY KEY (webhook_id, starts_at)
  ) WITH (fillfactor = 50)`;

/** For retention. */
const COUNTERS_BY_TIME = 'CREATE INDEX IF NOT EXISTS webhook_counters_time ON webhook_counters (starts_at)';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(COUNTERS);
  await knex.raw(COUNTERS_BY_TIME);
  // Null: no error, or a log of the release before.
  await knex.raw('ALTER TABLE logs ADD COLUMN IF NOT EXISTS error_name text');
  await buildOnPartitions(
    knex,
    'logs',
    'logs_error_name',
    '(account_id, error_name, id) WHERE error_name IS NOT NULL',
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
