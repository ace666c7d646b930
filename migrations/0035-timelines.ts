// Keeps what the timeline of a person needs and no other row says: by which email's link an address has unsubscribed,
// which import has written a contact last, and records of writes and of refused requests
// (docs/architecture/timelines.md). A process of the release before leaves the columns null and writes no records: then
// it is not known. Columns without a default do not rewrite their table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE unsubscribes ADD COLUMN email_id uuid;
    ALTER TABLE contacts ADD COLUMN import_id uuid;

    -- Without partitions: no unsubscribe may fail because a month is missing.
    CREATE TABLE timeline_records (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      -- The address in key form.
      email_key text NOT NULL,
      type text NOT NULL,
      -- Null: the address need not be a contact.
      contact_id uuid,
      -- Who has done it: an API key, a member, the person of the address, an event, an operator; by_id: which one.
      by_type text NOT NULL,
      by_id uuid,
      -- What was done, or refused and why (shared/resources/audience/timeline-records/record.ts).
      data jsonb NOT NULL,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX timeline_records_page ON timeline_records (account_id, email_key, id);
  `);
}
