// Since when the mail of an address is measured: who has got measured mail for two weeks and opened none can be called inactive.
// A column without a default does not rewrite its table; the release before leaves it out.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // The first UTC day on which it got mail of which opens or clicks are measured. Null: none, or none since this release.
  await knex.raw('ALTER TABLE contact_engagement ADD COLUMN IF NOT EXISTS measured_on date');
}
