// Deletes a webhook. Its messages stay until their month is dropped, for nobody to see: who delivers looks for the
// webhook before each attempt, and finds none. A replay that is just being asked for removes itself.

import { notFound } from '../../contract/domain-error.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import type { WebhookKey } from './find.ts';

const DELETE = `
  WITH deleted AS (
    DELETE FROM webhooks WHERE id = $1 AND account_id = $2 RETURNING id
  ), ended AS (
    DELETE FROM webhook_replays WHERE webhook_id IN (SELECT id FROM deleted)
  )
  SELECT FROM deleted`;

/** Deletes. @throws DomainError `not_found` */
export async function deleteWebhook(database: Queryable, { accountId, id }: WebhookKey): Promise<void> {
  const { rowCount } = await database.query(DELETE, [id, accountId]);
  if (rowCount === 0) throw notFound('Webhook');
}
