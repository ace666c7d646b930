// Adds to the tables of walks the error of their last try, for operators.
import type { Knex } from 'knex';

/** One table after the other, so that none is locked while another one is waited for. */
export const config = { transaction: false };

const TABLES = [
  'audience_removals',
  'contact_erasures',
  'domain_withdrawals',
  'segment_recounts',
  'webhook_replays',
];

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) await knex.raw(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS last_error text`);
}
