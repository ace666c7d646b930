// Updates a webhook: its URL, its subscriptions, and whether it is enabled.
//
//   enabled ──PATCH disabled──► disabled      (no reason is stored, because the account asked for it)
//   disabled ──PATCH enabled──► enabled       (the endpoint's health is reset)
//
// A new endpoint URL resets the health too: the failures of the old endpoint say nothing about the new one.

import { notFound } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { type ChangeCondition, requireUnchanged, timeOfChange } from '../if-unchanged.ts';
import { RESET_HEALTH } from './delivery/health.ts';
import { webhookWork } from './delivery/work.ts';
import { requireWebhook, type WebhookKey } from './find.ts';
import { WEBHOOK_COLUMNS, type WebhookRow, type WebhookStatus, type WebhookSubscription } from './webhook.ts';

/** The fields to change; absent fields keep their value. */
export interface WebhookChanges extends ChangeCondition {
  endpointUrl?: string | undefined;
  events?: readonly WebhookSubscription[] | undefined;
  status?: WebhookStatus | undefined;
}

const UPDATE = `
  UPDATE webhooks SET endpoint_url = coalesce($3, endpoint_url), events = coalesce($4::text[], events),
                      status = coalesce($5, status), updated_at = $6`;
const OF_ACCOUNT = `WHERE id = $1 AND account_id = $2 RETURNING ${WEBHOOK_COLUMNS}`;
/** Resets the health, and removes a pending notice to the owner. */
const UPDATE_AND_RESET = `${UPDATE}, ${RESET_HEALTH}, notice_due_at = NULL ${OF_ACCOUNT}`;
const UPDATE_ONLY = `${UPDATE} ${OF_ACCOUNT}`;

/** Dependencies of updating. */
export interface UpdateWebhookDeps {
  database: Database;
  queues: QueueProducer;
}

/**
 * Updates a webhook. After the commit, an enabled webhook is woken for the messages that have waited.
 * @throws DomainError `not_found`; `validation_error` for another time
 */
export async function updateWebhook(
  { database, queues }: UpdateWebhookDeps,
  key: WebhookKey,
  changes: WebhookChanges,
  now: Date,
): Promise<WebhookRow> {
  const { endpointUrl, events, status, ifUpdatedAt } = changes;
  return await transaction(database, async (client) => {
    const owned = [key.id, key.accountId];
    const { rows: locked } = await client.query<Before>(
      `SELECT endpoint_url AS "endpointUrl", status, updated_at AS "updatedAt" FROM webhooks
       WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE`,
      owned,
    );
    const [before] = locked;
    if (!before) throw notFound('Webhook');
    requireUnchanged('webhook', before, ifUpdatedAt);
    if (endpointUrl === undefined && !events && !status) return await requireWebhook(client, key);
    const text = resetsHealth(before, changes) ? UPDATE_AND_RESET : UPDATE_ONLY;
    const updatedAt = timeOfChange(before, now);
    const values = [...owned, endpointUrl ?? null, events ?? null, status ?? null, updatedAt];
    const { rows } = await client.query<WebhookRow>({ text, values });
    const [webhook] = rows;
    if (!webhook) throw notFound('Webhook');
    if (webhook.status === 'enabled') client.afterCommit(() => queues.wake(webhookWork.queue, [webhook.id]));
    return webhook;
  });
}

interface Before {
  endpointUrl: string;
  status: WebhookStatus;
  updatedAt: Date;
}

function resetsHealth(before: Before, { endpointUrl, status }: WebhookChanges): boolean {
  const isEnabledAgain = before.status === 'disabled' && status === 'enabled';
  return isEnabledAgain || (endpointUrl !== undefined && endpointUrl !== before.endpointUrl);
}
