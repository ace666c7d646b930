// A vote is a click of a person, although it is not a tracked link: such a hit is not judged
// (docs/architecture/polls.md#clicks). A column with a constant default does not rewrite its table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE tracking_hits ADD COLUMN is_vote boolean NOT NULL DEFAULT false');
}
