// Causes of runs: what an event, or a write of a contact, has started, so that it starts an automation once however far
// what it leads to goes (docs/architecture/automations.md#loops). A process of the release before stores runs without a
// cause; what such a run leads to has the run itself as its cause.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

const CAUSES = `
  CREATE TABLE IF NOT EXISTS automation_causes (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    -- The automation of each run that it has started.
    automation_ids uuid[] NOT NULL,
    -- When it is looked whether one of its runs is still running.
    next_check_at timestamptz NOT NULL
  ) WITH (fillfactor = 70)`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(CAUSES);
  await knex.raw('CREATE INDEX IF NOT EXISTS automation_causes_check ON automation_causes (next_check_at)');
  // Null: what the run does causes no events.
  await knex.raw('ALTER TABLE automation_runs ADD COLUMN IF NOT EXISTS cause_id uuid');
  await buildIndex(
    knex,
    'automation_runs_cause',
    `automation_runs (cause_id) WHERE cause_id IS NOT NULL AND status = 'running'`,
  );
}

/** Builds an index without blocking writes; safe to run again after an interruption. */
async function buildIndex(knex: Knex, index: string, definition: string): Promise<void> {
  const { rows } = await knex.raw('SELECT FROM pg_index WHERE indexrelid = to_regclass(?) AND indisvalid', [
    index,
  ]);
  if (rows.length > 0) return;
  // The invalid index that an interrupted build has left.
  await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  await knex.raw(`CREATE INDEX CONCURRENTLY ${index} ON ${definition}`);
}
