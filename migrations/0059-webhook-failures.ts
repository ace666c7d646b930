// What an endpoint answers while it fails, and which message it has refused last (docs/reference/webhooks.md#health), so
// that a page can say why it fails without a search among those that wait. Columns without a default do not rewrite
// their table. And a replay can be about all that was not delivered: few rows are checked again.
// Each table alone: who held both would be in a deadlock with a step of a replay, which reads the webhook after its row.
import type { Knex } from 'knex';

/** A transaction would keep the lock of one table while it waits for the other. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE webhooks
      ADD COLUMN IF NOT EXISTS failing_status smallint, ADD COLUMN IF NOT EXISTS last_failed_message_id uuid`);
  await knex.raw(`
    ALTER TABLE webhook_replays
      DROP CONSTRAINT IF EXISTS webhook_replays_message_state_check,
      ADD CONSTRAINT webhook_replays_message_state_check
        CHECK (message_state IN ('success', 'failed', 'undelivered'))`);
}
