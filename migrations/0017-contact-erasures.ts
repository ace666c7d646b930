// Creates the table of erasures (a work table with one row per person that is being erased), and gives the removals of
// the rest of deleted audiences, segments and topics a place where each of them continues.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE contact_erasures (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      -- The address in key form, the names by which its person was known, and the contacts that were deleted.
      email_key text NOT NULL,
      names text[] NOT NULL,
      contact_ids uuid[] NOT NULL,
      phase text NOT NULL CHECK (phase IN
        ('scheduled', 'emails', 'mentions', 'messages', 'logs', 'answers', 'unfinished', 'late_logs')),
      -- The keys of the last row that was looked at in this phase; empty: none yet.
      position text[] NOT NULL DEFAULT '{}',
      -- Webhook messages until this time are looked at one by one; null: the phase 'scheduled' has not ended.
      messages_until timestamptz,
      -- What has to end first: emails on their way, webhook messages that were being delivered.
      unfinished_emails uuid[] NOT NULL DEFAULT '{}',
      unfinished_messages uuid[] NOT NULL DEFAULT '{}',
      next_attempt_at timestamptz,
      -- Jobs: an account with a hundred million rows takes more than a smallint can count.
      attempts integer NOT NULL DEFAULT 0,
      claimed_by uuid,
      claim_token uuid,
      woken_at timestamptz,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX contact_erasures_due ON contact_erasures (next_attempt_at)
      WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
    CREATE INDEX contact_erasures_woken ON contact_erasures (woken_at)
      WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
    CREATE INDEX contact_erasures_claimed ON contact_erasures (claimed_by) WHERE claimed_by IS NOT NULL;

    -- The keys of the last row that was looked at; empty: none yet.
    ALTER TABLE audience_removals ADD COLUMN position text[] NOT NULL DEFAULT '{}';
    -- For the same reason as above: a removal is continued by one job after the other.
    ALTER TABLE audience_removals ALTER COLUMN attempts TYPE integer;
  `);
}
