// When an address last got mail, opened some and followed a link (docs/architecture/engagement.md). A row changes at most
// once a day and kind; the free space keeps these changes on its page, and no index has the days.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE contact_engagement (
      account_id uuid NOT NULL,
      email_key text NOT NULL,
      -- UTC days. Null: never.
      received_on date,
      opened_on date,
      clicked_on date,
      PRIMARY KEY (account_id, email_key)
    ) WITH (fillfactor = 70);
  `);
}
