// Indexes by which an automation says how its runs do, and by which an open page hears that runs have ended: runs in progress and
// failed runs of an automation, and the newest ended runs of an account. The conditions on epoch and ended_at are true of all such
// runs. They keep other statements from these indexes: one about a contact whose plan was made early would read all runs in progress.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

/** Name of an index → its columns and rows. */
const INDEXES = {
  // Those of an earlier epoch are cancelled, and are not counted.
  automation_runs_running: `(automation_id, epoch) WHERE status = 'running' AND epoch >= 0`,
  automation_runs_failed: `(automation_id, ended_at) WHERE status = 'failed'`,
  automation_runs_newest_ended: `(account_id, ended_at) WHERE status <> 'running' AND ended_at > '-infinity'`,
};

export async function up(knex: Knex): Promise<void> {
  for (const [index, definition] of Object.entries(INDEXES)) await buildIndex(knex, index, definition);
}

/** Builds an index without blocking writes; safe to run again after an interruption. */
async function buildIndex(knex: Knex, index: string, definition: string): Promise<void> {
  const { rows } = await knex.raw('SELECT FROM pg_index WHERE indexrelid = to_regclass(?) AND indisvalid', [
    index,
  ]);
  if (rows.length > 0) return;
  // The invalid index that an interrupted build has left.
  await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  await knex.raw(`CREATE INDEX CONCURRENTLY ${index} ON automation_runs ${definition}`);
}
