// Deletes a webhook. Its messages stay in the database, but they are neither shown nor delivered, because both require
// the webhook's row. A replay that is being created at the same moment removes itself in its first step.

import { notFound } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { WebhookKey } from './find.ts';

const OWN = '(SELECT id FROM webhooks WHERE id = $1 AND account_id = $2)';

/**
 * This is first, because a step of a replay locks its row while it waits for messages, and recording attempts locks messages
 * while it waits for the webhook.
 */
const DELETE_REPLAYS = `
  DELETE FROM webhook_replays
  WHERE id IN (SELECT id FROM webhook_replays WHERE webhook_id = ${OWN} ORDER BY id FOR UPDATE)
  RETURNING id`;

/**
 * Counters are locked in the order of their keys, because recording attempts locks them in this order, before webhooks.
 * Retention removes later counts.
 */
const DELETE_COUNTERS = `
  DELETE FROM webhook_counters
  WHERE (webhook_id, starts_at) IN (
    SELECT webhook_id, starts_at FROM webhook_counters
    WHERE webhook_id = ${OWN}
    ORDER BY webhook_id, starts_at FOR UPDATE)`;

const DELETE = 'DELETE FROM webhooks WHERE id = $1 AND account_id = $2';

/** Last, and in the order of their ids, as recording attempts locks them. */
const DELETE_REPLAY_COUNTERS = `
  DELETE FROM webhook_replay_counters
  WHERE id IN (SELECT id FROM webhook_replay_counters WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE)`;

/**
 * Deletes a webhook.
 * @throws DomainError `not_found`
 */
export async function deleteWebhook(database: Database, { accountId, id }: WebhookKey): Promise<void> {
  await transaction(database, async (client) => {
    const own = [id, accountId];
    const { rows: replays } = await client.query<{ id: string }>(DELETE_REPLAYS, own);
    await client.query(DELETE_COUNTERS, own);
    const { rowCount } = await client.query(DELETE, own);
    if (rowCount === 0) throw notFound('Webhook');
    await client.query(DELETE_REPLAY_COUNTERS, [replays.map((replay) => replay.id)]);
  });
}
