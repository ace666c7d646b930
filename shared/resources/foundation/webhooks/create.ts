// Creates a webhook. It is enabled from the start: events that happen from now on are delivered to it.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Secrets } from '../../../platform/security/secrets.ts';
import { drawSecret } from './signing-secret.ts';
import { WEBHOOK_COLUMNS, type WebhookRow, type WebhookSubscription } from './webhook.ts';

/** A new webhook. */
export interface NewWebhook {
  id: string;
  accountId: string;
  endpointUrl: string;
  events: readonly WebhookSubscription[];
  createdAt: Date;
}

/**
 * Creates a webhook.
 * @returns the webhook and its signing secret, which is not shown again
 */
export async function createWebhook(
  database: Queryable,
  secrets: Secrets,
  { id, accountId, endpointUrl, events, createdAt }: NewWebhook,
): Promise<{ webhook: WebhookRow; secret: string }> {
  const { secret, encrypted } = drawSecret(secrets, id);
  const { rows } = await database.query<WebhookRow>({
    name: 'create-webhook',
    text: `INSERT INTO webhooks
             (id, account_id, endpoint_url, events, status, signing_secret, created_at, updated_at)
           VALUES ($1, $2, $3, $4, 'enabled', $5, $6, $6)
           RETURNING ${WEBHOOK_COLUMNS}`,
    values: [id, accountId, endpointUrl, events, encrypted, createdAt],
  });
  const [webhook] = rows;
  if (!webhook) throw new Error('The webhook was not stored.');
  return { webhook, secret };
}
