// Adds the columns for the health of webhook endpoints, and the index with which the due messages of an endpoint are
// claimed. Before this version the API could not create webhooks, so the tables of messages are empty or nearly empty.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE webhooks
      -- The first of the failures since the last success; null: the last answer was a success, or there is none yet.
      ADD COLUMN failing_since timestamptz,
      -- Failures in a row.
      ADD COLUMN failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
      -- When it answered 410 last, and not with success since.
      ADD COLUMN gone_at timestamptz,
      -- Nothing is sent to it before.
      ADD COLUMN rest_until timestamptz,
      -- When tick or sweeper woke its workers last, by the database's clock.
      ADD COLUMN woken_at timestamptz,
      -- What has become due by then has its wake-up in the queue.
      ADD COLUMN woken_until timestamptz,
      -- It was disabled for failing, and the account's owner has not been mailed yet.
      ADD COLUMN notice_due_at timestamptz;
    -- Rows of busy endpoints are rewritten each second, in place.
    ALTER TABLE webhooks SET (fillfactor = 50);
    CREATE INDEX webhooks_resting ON webhooks (rest_until) WHERE rest_until IS NOT NULL;
    CREATE INDEX webhooks_notice ON webhooks (notice_due_at) WHERE notice_due_at IS NOT NULL;

    -- Endpoints are woken, not messages; so what is due is claimed by endpoint, the longest due first.
    CREATE INDEX webhook_messages_claimable ON webhook_messages (webhook_id, next_attempt_at, id)
      WHERE claimed_by IS NULL AND next_attempt_at IS NOT NULL;
    DROP INDEX webhook_messages_woken;
  `);
}
