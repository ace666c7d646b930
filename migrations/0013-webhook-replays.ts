// Creates the table of replays of many messages of a webhook (a work table with one row per request), and an index of
// the failed messages, which are rare and which users look for and replay.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE webhook_replays (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      webhook_id uuid NOT NULL,
      -- Only messages in this state; null: all.
      message_state text CHECK (message_state IN ('success', 'failed')),
      -- The messages between these two are left: last_id moves up.
      last_id uuid NOT NULL,
      until_id uuid NOT NULL,
      next_attempt_at timestamptz,
      attempts smallint NOT NULL DEFAULT 0,
      claimed_by uuid,
      claim_token uuid,
      woken_at timestamptz,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX webhook_replays_webhook ON webhook_replays (webhook_id);
    CREATE INDEX webhook_replays_due ON webhook_replays (next_attempt_at)
      WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
    CREATE INDEX webhook_replays_woken ON webhook_replays (woken_at)
      WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
    CREATE INDEX webhook_replays_claimed ON webhook_replays (claimed_by) WHERE claimed_by IS NOT NULL;

    CREATE INDEX webhook_messages_failed ON webhook_messages (webhook_id, id) WHERE state = 'failed';
  `);
}
