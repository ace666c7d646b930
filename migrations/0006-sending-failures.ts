// What sending remembers of its failures: how many workers have died with a recipient, and which mail the provider
// refused when it tripped the switch, so that a probe can ask for the same.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE email_recipients ADD COLUMN worker_deaths smallint NOT NULL DEFAULT 0;
    ALTER TABLE sending_switches
      ADD COLUMN refused_stage text, ADD COLUMN refused_from text, ADD COLUMN refused_to text;
  `);
}
