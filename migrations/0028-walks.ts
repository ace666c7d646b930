// Adds to the tables of walks the error of their last try, for operators.
import type { Knex } from 'knex';

const TABLES = [
  'audience_removals',
  'contact_erasures',
  'domain_withdrawals',
  'segment_recounts',
  'webhook_replays',
];

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) await knex.raw(`ALTER TABLE ${table} ADD COLUMN last_error text`);
}
