// Deletes a webhook. Its messages stay in the database, but they are neither shown nor delivered, because both require
// the webhook's row. A replay that is being created at the same moment removes itself in its first step.

import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { WebhookKey } from './find.ts';

const DELETE = `
  WITH deleted AS (
    DELETE FROM webhooks WHERE id = $1 AND account_id = $2 RETURNING id
  ), ended AS (
    DELETE FROM webhook_replays WHERE webhook_id IN (SELECT id FROM deleted)
  ), uncounted AS (
    DELETE FROM webhook_counters WHERE webhook_id IN (SELECT id FROM deleted)
  )
  SELECT FROM deleted`;

/**
 * Deletes a webhook.
 * @throws DomainError `not_found`
 */
export async function deleteWebhook(database: Queryable, { accountId, id }: WebhookKey): Promise<void> {
  const { rowCount } = await database.query(DELETE, [id, accountId]);
  if (rowCount === 0) throw notFound('Webhook');
}
