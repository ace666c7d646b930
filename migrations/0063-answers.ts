// What keeps automations from answering programs for ever: which received emails start an automation that sends mail, and
// how often programs have answered in the conversation that has led to a run. Both columns are added without rewriting
// their tables; runs of the release before have no hops.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE automations
      ADD COLUMN IF NOT EXISTS answers text NOT NULL DEFAULT 'hourly' CHECK (answers IN ('hourly', 'each'))`);
  await knex.raw('ALTER TABLE automation_runs ADD COLUMN IF NOT EXISTS hops smallint');
  // The invalid index that an interrupted build has left.
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS automation_runs_answers');
  await knex.raw(`CREATE INDEX CONCURRENTLY automation_runs_answers
    ON automation_runs (automation_id, contact_id, created_at) WHERE hops IS NOT NULL`);
}
