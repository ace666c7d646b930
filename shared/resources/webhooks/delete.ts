// Deletes a webhook. Its messages stay until their month is dropped, for nobody to see: who delivers looks for the
// webhook before each attempt, and finds none.
import type { Queryable } from '../../db/connect.ts';
import type { WebhookKey } from './find.ts';
import { webhookNotFound } from './not-found.ts';

/** Deletes. @throws DomainError `not_found` */
export async function deleteWebhook(database: Queryable, { accountId, id }: WebhookKey): Promise<void> {
  const { rowCount } = await database.query('DELETE FROM webhooks WHERE id = $1 AND account_id = $2', [
    id,
    accountId,
  ]);
  if (rowCount === 0) throw webhookNotFound();
}
