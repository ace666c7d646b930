// What was said in the last try to send to a recipient (shared/mail/smtp-dialogue.ts). It is short, and never compressed. And since when the recipient's domain does not exist. Columns without
// a default do not rewrite their table; the release before leaves them out.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE email_recipients ADD COLUMN IF NOT EXISTS dialogue text,
      ADD COLUMN IF NOT EXISTS absent_since timestamptz`);
  await knex.raw('ALTER TABLE email_recipients ALTER COLUMN dialogue SET STORAGE EXTERNAL');
}
