// What providers say afterwards of mail that they took: a row is one event about one recipient. It waits for worker-inbound, which
// changes the recipient, and is kept for a while, so that an event that comes twice is known.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE provider_feedback (
      id uuid PRIMARY KEY,
      provider text NOT NULL,
      -- A digest of the provider's own id of the event, or of what it says.
      event_key bytea NOT NULL,
      account_id uuid NOT NULL,
      recipient_id uuid NOT NULL,
      result text NOT NULL
        CHECK (result IN ('bounced', 'failed', 'delayed', 'delivered', 'complained', 'unsubscribed')),
      -- The provider's own name of it.
      type text NOT NULL,
      -- Why, of a bounce, a failure or a delay: {reason, message, smtpCode, smtpReply}.
      cause jsonb,
      -- The feedback type of a complaint (RFC 5965 §7.3).
      feedback_type text,
      -- By the clock of the provider; null: it does not say.
      happened_at timestamptz,
      created_at timestamptz NOT NULL,
      -- What became of it; null: it was not read yet.
      effect text,
      next_attempt_at timestamptz,
      attempts integer NOT NULL DEFAULT 0,
      claimed_by uuid,
      claim_token uuid,
      woken_at timestamptz,
      UNIQUE (provider, event_key)
    );
    CREATE INDEX provider_feedback_due ON provider_feedback (next_attempt_at)
      WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
    CREATE INDEX provider_feedback_woken ON provider_feedback (woken_at) WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
    CREATE INDEX provider_feedback_claimed ON provider_feedback (claimed_by) WHERE claimed_by IS NOT NULL;
    CREATE INDEX provider_feedback_recipient ON provider_feedback (recipient_id);
    CREATE INDEX provider_feedback_account ON provider_feedback (account_id);
    CREATE INDEX provider_feedback_created ON provider_feedback (created_at);
  `);
}
