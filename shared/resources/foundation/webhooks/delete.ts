// Deletes a webhook. Its messages stay in the database, but they are neither shown nor delivered, because both require
// the webhook's row. A replay that is being created at the same moment removes itself in its first step.

import { notFound } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { WebhookKey } from './find.ts';

/** First, and in the order of their keys, because recording attempts locks counters so, and before webhooks. Retention removes what is counted after it. */
const DELETE_COUNTERS = `
  DELETE FROM webhook_counters
  WHERE (webhook_id, starts_at) IN (
    SELECT webhook_id, starts_at FROM webhook_counters
    WHERE webhook_id = (SELECT id FROM webhooks WHERE id = $1 AND account_id = $2)
    ORDER BY webhook_id, starts_at FOR UPDATE)`;

const DELETE = `
  WITH deleted AS (
    DELETE FROM webhooks WHERE id = $1 AND account_id = $2 RETURNING id
  ), ended AS (
    DELETE FROM webhook_replays WHERE webhook_id IN (SELECT id FROM deleted) RETURNING id
  ), uncounted AS (
    DELETE FROM webhook_replay_counters WHERE id IN (SELECT id FROM ended)
  )
  SELECT FROM deleted`;

/**
 * Deletes a webhook.
 * @throws DomainError `not_found`
 */
export async function deleteWebhook(database: Database, { accountId, id }: WebhookKey): Promise<void> {
  await transaction(database, async (client) => {
    await client.query(DELETE_COUNTERS, [id, accountId]);
    const { rowCount } = await client.query(DELETE, [id, accountId]);
    if (rowCount === 0) throw notFound('Webhook');
  });
}
