// Notes which host the links of a domain's new mail have. In a migration of its own, because a transaction that locks
// domains and then emails, or the reverse, could deadlock with workers that send: they change emails and then read domains.
// A column without a default does not rewrite its table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null: links have the host of PUBLIC_URL.
    ALTER TABLE domains ADD COLUMN tracking_host text;
  `);
}
