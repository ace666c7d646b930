// Whether the charset of what was received had to be guessed, and what files say of themselves (Content-Description). Columns
// without a default, or with a constant one, do not rewrite their table; the release before leaves them out.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'ALTER TABLE received_emails ADD COLUMN IF NOT EXISTS charset_guessed boolean NOT NULL DEFAULT false',
  );
  await knex.raw(`
    ALTER TABLE received_attachments ADD COLUMN IF NOT EXISTS charset_guessed boolean NOT NULL DEFAULT false,
      ADD COLUMN IF NOT EXISTS description text`);
  await knex.raw('ALTER TABLE email_attachments ADD COLUMN IF NOT EXISTS description text');
}
