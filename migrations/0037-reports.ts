// Prepares for what comes back as mail: bounces and complaints are received emails with a purpose, about one recipient,
// and an entry of the suppression list names the report that made it. Columns without a default do not rewrite their
// table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE received_emails
      -- Null: a message. Others never have parsed_at, which every read of the API asks for.
      ADD COLUMN purpose text CHECK (purpose IN ('report', 'feedback')),
      -- The recipient that the return path named.
      ADD COLUMN recipient_id uuid,
      -- What became of a report; null: it is not read yet.
      ADD COLUMN report_effect text;
    ALTER TABLE suppressions ADD COLUMN report_id uuid;
  `);
}
