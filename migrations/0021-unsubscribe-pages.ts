// Creates the settings of the pages on which people unsubscribe, one row per account that has changed them, and records
// which recipients have unsubscribed by a link of their email, for the metric `unsubscribed`.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A column that is null has its default.
    CREATE TABLE unsubscribe_page_settings (
      account_id uuid PRIMARY KEY REFERENCES accounts (id),
      title text,
      description text,
      confirmation text,
      logo_url text,
      background_color text,
      text_color text,
      accent_color text,
      sender_name text,
      postal_address text,
      updated_at timestamptz NOT NULL
    );

    -- When the person unsubscribed by a link of the email; null: never. No index has it, and no row is rewritten.
    ALTER TABLE email_recipients ADD COLUMN unsubscribed_at timestamptz;
  `);
}
