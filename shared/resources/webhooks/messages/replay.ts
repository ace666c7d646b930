// Delivers a message once more because its account asks for it (Resend's replay). Whatever became of it before:
//
//   success, failed ─► pending, due now, and tried once: no retry follows
//   pending         ─► due now; its retries go on
//   attempting      ─► refused: it is being delivered this moment

import { DomainError } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { webhookQueue } from '../delivery/queue.ts';
import { ATTEMPT_DELAYS_MS } from '../delivery/retry-schedule.ts';
import { requireWebhook } from '../find.ts';
import { requireMessage } from './find.ts';
import type { MessageKey } from './message.ts';

/**
 * Assignments to `webhook_messages AS message` that make one due once more. One that has ended has no attempt left in the
 * retry table behind the one that follows.
 * @param now parameter with the present
 */
export function dueOnceMore(now: string): string {
  return `state = 'pending', next_attempt_at = least(message.next_attempt_at, ${now}), woken_at = NULL,
          attempts = CASE WHEN message.state = 'pending' THEN message.attempts
                          ELSE greatest(message.attempts, ${ATTEMPT_DELAYS_MS.length}) END`;
}

/** A rest that the endpoint was given for its failures ends too: who asks wants to see what it says now. */
const REPLAY = `
  WITH replayed AS (
    UPDATE webhook_messages AS message SET ${dueOnceMore('$4')}
    FROM webhooks
    WHERE message.id = $1 AND message.webhook_id = $2 AND message.account_id = $3 AND message.claimed_by IS NULL
      AND webhooks.id = message.webhook_id AND webhooks.account_id = message.account_id
      AND webhooks.status = 'enabled'
    RETURNING message.webhook_id
  ), roused AS (
    UPDATE webhooks SET rest_until = NULL
    WHERE id IN (SELECT webhook_id FROM replayed) AND rest_until IS NOT NULL
  )
  SELECT FROM replayed`;

/** What replays need. */
export interface ReplayDeps {
  database: Queryable;
  queues: QueueProducer;
}

/**
 * Makes a message due now, and wakes its endpoint.
 * @throws DomainError `not_found`; `validation_error` while the webhook is disabled or the message on its way
 */
export async function replayMessage(
  { database, queues }: ReplayDeps,
  key: MessageKey,
  now: Date,
): Promise<void> {
  const { accountId, webhookId, id } = key;
  const { rowCount } = await database.query({
    name: 'replay-webhook-message',
    text: REPLAY,
    values: [id, webhookId, accountId, now],
  });
  if (rowCount === 0) throw await refuseReplay(database, key);
  queues.wake(webhookQueue, [webhookId]);
}

async function refuseReplay(database: Queryable, key: MessageKey): Promise<DomainError> {
  await requireMessage(database, key);
  const webhook = await requireWebhook(database, { accountId: key.accountId, id: key.webhookId });
  if (webhook.status === 'disabled') return webhookDisabled();
  return new DomainError('validation_error', 'The event is being delivered at this moment.');
}

/** Nothing is delivered to a disabled webhook, so nothing is replayed either. */
export function webhookDisabled(): DomainError {
  return new DomainError('validation_error', 'The webhook is disabled. Enable it first.');
}
