// Reads one webhook, for its account.

import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook.ts';

/** A webhook and its account. */
export interface WebhookKey {
  accountId: string;
  id: string;
}

/**
 * Reads a webhook.
 * @throws DomainError `not_found` when there is none, or it belongs to another account
 */
export async function requireWebhook(
  database: Queryable,
  { accountId, id }: WebhookKey,
): Promise<WebhookRow> {
  const { rows } = await database.query<WebhookRow>({
    name: 'find-webhook',
    text: `SELECT ${WEBHOOK_COLUMNS} FROM webhooks WHERE id = $1 AND account_id = $2`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Webhook');
  return rows[0];
}
