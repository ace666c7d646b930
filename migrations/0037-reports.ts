// Prepares for what comes back as mail: bounces and complaints are received emails with a purpose, about one recipient,
// and an entry of the suppression list names the report that made it. Columns without a default do not rewrite their
// table. The rows that are there have no purpose, so the check is not validated: it would read them all under its lock.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE received_emails
      -- Null: a message. Others never have parsed_at, which every read of the API asks for.
      ADD COLUMN purpose text,
      -- The recipient that the return path named, or that a believed complaint is about.
      ADD COLUMN recipient_id uuid,
      -- What became of a report; null: it is not read yet.
      ADD COLUMN report_effect text,
      ADD CONSTRAINT received_emails_purpose CHECK (purpose IN ('report', 'feedback')) NOT VALID;
    -- When its first complaint took effect: a second one must not suppress an address that was taken off the list since.
    ALTER TABLE email_recipients ADD COLUMN complained_at timestamptz;
    ALTER TABLE suppressions ADD COLUMN report_id uuid;
  `);
}
