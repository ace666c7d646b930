// Contents of an email that are rendered whenever they are read: from a source that never changes (campaign_contents) and
// the values that it shows. In a migration of its own, because senders lock emails and then read contents.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE email_contents
      -- Null: html and text are what the email says.
      ADD COLUMN source_id uuid,
      ADD COLUMN data jsonb,
      -- How long html and text were when they were rendered first.
      ADD COLUMN rendered_bytes integer;
  `);
}
