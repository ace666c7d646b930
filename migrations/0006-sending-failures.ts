// Adds columns about failures of sending: how many workers have died while sending to a recipient, and which mail the
// provider refused when the configuration switch was tripped, so that a probe can repeat it.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE email_recipients ADD COLUMN worker_deaths smallint NOT NULL DEFAULT 0;
    ALTER TABLE sending_switches
      ADD COLUMN refused_stage text, ADD COLUMN refused_from text, ADD COLUMN refused_to text;
  `);
}
