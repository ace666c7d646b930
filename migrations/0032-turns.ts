// Indexes of the accounts whose rows sleep, in the order of their times: accounts take turns in all lanes of recipients and
// runs (docs/architecture/turns.md). What is read in the order of times must not be read in them, which is why their
// condition is another than that of the indexes of times. The index of bulk runs alone is dropped: it would be read in
// their place. A process of the release before wakes bulk runs more slowly.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

/** The index of accounts that a lane of a table has: the account comes first, or PostgreSQL 15 reads the whole lane. */
const sleepingOf = (lane: string) => `(account_id, next_attempt_at)
  WHERE lane = '${lane}' AND claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at > '-infinity'`;

export async function up(knex: Knex): Promise<void> {
  for (const lane of ['transactional', 'campaign'])
    await buildOnPartitions(knex, 'email_recipients', `email_recipients_turns_${lane}`, sleepingOf(lane));
  for (const lane of ['timer', 'bulk'])
    await buildIndex(knex, 'automation_runs', `automation_runs_turns_${lane}`, sleepingOf(lane));
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS automation_runs_bulk_account');
}

/** Builds an index without blocking writes; safe to run again after an interruption. */
async function buildIndex(knex: Knex, table: string, index: string, definition: string): Promise<void> {
  if (await isValid(knex, index)) return;
  // The invalid index that an interrupted build has left.
  await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  await knex.raw(`CREATE INDEX CONCURRENTLY ${index} ON ${table} ${definition}`);
}

/** Whether an earlier run has built the index completely. */
async function isValid(knex: Knex, index: string): Promise<boolean> {
  const { rows } = await knex.raw('SELECT FROM pg_index WHERE indexrelid = to_regclass(?) AND indisvalid', [
    index,
  ]);
  return rows.length > 0;
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
