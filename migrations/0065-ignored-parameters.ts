// The names of query parameters that were ignored, in the log of their request. A column without a default does not
// rewrite its table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Null: none, or a log of the release before.
  await knex.raw('ALTER TABLE logs ADD COLUMN ignored_parameters text');
}
