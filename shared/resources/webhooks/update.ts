// Changes a webhook: where it leads, what it asks for, whether it is delivered to.
//
//   enabled ──PATCH disabled──► disabled      (no reason is kept: it was asked for)
//   disabled ──PATCH enabled──► enabled       (what it failed before is forgotten, and its clock begins anew)
//
// Another endpoint is another server: what the old one failed says nothing about it.
import type { Queryable } from '../../db/connect.ts';
import { findWebhook, type WebhookKey } from './find.ts';
import { webhookNotFound } from './not-found.ts';
import { WEBHOOK_COLUMNS, type WebhookRow, type WebhookStatus, type WebhookSubscription } from './webhook.ts';

/** What is changed; what is absent stays. */
export interface WebhookChanges {
  endpointUrl?: string | undefined;
  events?: readonly WebhookSubscription[] | undefined;
  status?: WebhookStatus | undefined;
}

/** Columns that remember failures, but for their count. */
const REMEMBERED = ['failing_since', 'gone_at', 'rest_until'];
const BEGINS_ANEW = `(status = 'disabled' AND $5 = 'enabled') OR endpoint_url <> $3`;

const UPDATE = `
  UPDATE webhooks
  SET endpoint_url = coalesce($3, endpoint_url),
      events = coalesce($4::text[], events),
      status = coalesce($5, status),
      disabled_reason = CASE WHEN $5 = 'enabled' THEN NULL ELSE disabled_reason END,
      notice_due_at = CASE WHEN $5 = 'enabled' THEN NULL ELSE notice_due_at END,
      ${REMEMBERED.map((column) => `${column} = CASE WHEN ${BEGINS_ANEW} THEN NULL ELSE ${column} END`).join(', ')},
      failures = CASE WHEN ${BEGINS_ANEW} THEN 0 ELSE failures END,
      updated_at = $6
  WHERE id = $1 AND account_id = $2
  RETURNING ${WEBHOOK_COLUMNS}`;

/** Changes. @throws DomainError `not_found` */
export async function updateWebhook(
  database: Queryable,
  { accountId, id }: WebhookKey,
  { endpointUrl, events, status }: WebhookChanges,
  now: Date,
): Promise<WebhookRow> {
  if (endpointUrl === undefined && !events && !status) return await findWebhook(database, { accountId, id });
  const { rows } = await database.query<WebhookRow>({
    name: 'update-webhook',
    text: UPDATE,
    values: [id, accountId, endpointUrl ?? null, events ?? null, status ?? null, now],
  });
  if (!rows[0]) throw webhookNotFound();
  return rows[0];
}
