// Notes of mail of a campaign which dispatch it belongs to: with emails.contact_id it names the recipient of the campaign. In
// a migration of its own, because senders lock emails and then other tables. A column without a default does not rewrite
// its table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE emails ADD COLUMN dispatch_id uuid');
}
