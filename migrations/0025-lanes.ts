// Indexes of the lanes: due, woken and claimed rows of recipients and of runs are found by their lane, so that a million
// rows of one lane are not read on the way to a row of another one (docs/architecture/work.md#lanes). The indexes
// without a lane are dropped; a process of the release before reads the new ones with its statements, more slowly.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

/** Name of an index → its columns and rows. */
const INDEXES = {
  lane_due:
    '(lane, next_attempt_at) WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL',
  lane_woken: '(lane, woken_at) WHERE claimed_by IS NULL AND woken_at IS NOT NULL',
  // A worker frees its rows of all lanes.
  lane_claimed: '(claimed_by, lane) WHERE claimed_by IS NOT NULL',
};
const REPLACED = ['due', 'woken', 'claimed'];
/** For the accounts whose bulk runs take turns. */
const BULK_ACCOUNTS = `(account_id, next_attempt_at) WHERE lane = 'bulk' AND claimed_by IS NULL AND woken_at IS NULL
  AND next_attempt_at IS NOT NULL`;
/** Rows of a statement: their locks are held for some tens of milliseconds. */
const MOVED_RUNS = 5_000;

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE automation_runs VALIDATE CONSTRAINT automation_runs_lane_check');
  for (const [name, definition] of Object.entries(INDEXES)) {
    await buildOnPartitions(knex, 'email_recipients', `email_recipients_${name}`, definition);
    await buildIndex(knex, 'automation_runs', `automation_runs_${name}`, definition);
  }
  await buildIndex(knex, 'automation_runs', 'automation_runs_bulk_account', BULK_ACCOUNTS);
  await moveSleepingRuns(knex);
  for (const name of REPLACED) {
    await knex.raw(`DROP INDEX IF EXISTS email_recipients_${name}`);
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS automation_runs_${name}`);
  }
}

/** What sleeps already is woken by time. A worker of the release before may move a run at the same moment. */
async function moveSleepingRuns(knex: Knex): Promise<void> {
  for (;;) {
    const { rowCount } = await knex.raw(
      `UPDATE automation_runs SET lane = 'timer' WHERE id = ANY(ARRAY(
         SELECT id FROM automation_runs
         WHERE lane = 'event' AND claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL
         ORDER BY next_attempt_at LIMIT ? FOR NO KEY UPDATE SKIP LOCKED))`,
      [MOVED_RUNS],
    );
    if (rowCount < MOVED_RUNS) return;
  }
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
