// Replays one message at the request of its account. The result depends on its state:
//
//   success, failed ─► pending, due now, with a single attempt: no retry follows
//   pending         ─► due now; its remaining retries are kept
//   attempting      ─► refused: it is being delivered at this moment

import { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { ATTEMPT_DELAYS_MS } from '../delivery/retry-schedule.ts';
import { webhookWork } from '../delivery/work.ts';
import { requireWebhook } from '../find.ts';
import { requireMessage } from './find.ts';
import type { MessageKey } from './message.ts';

/**
 * SQL assignments to `webhook_messages AS message` that make a message due again. A message that has ended gets one
 * attempt: `attempts` is raised to the length of the retry schedule, so that no retry follows.
 * @param now SQL parameter with the current time
 */
export function dueAgain(now: string): string {
  return `state = 'pending', next_attempt_at = least(message.next_attempt_at, ${now}), woken_at = NULL,
          attempts = CASE WHEN message.state = 'pending' THEN message.attempts
                          ELSE greatest(message.attempts, ${ATTEMPT_DELAYS_MS.length}) END`;
}

/** Also ends the endpoint's rest after failures: the caller wants to see how the endpoint answers now. */
const REPLAY = `
  WITH replayed AS (
    UPDATE webhook_messages AS message SET ${dueAgain('$4')}
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

/** Dependencies of replays. */
export interface ReplayDeps {
  database: Queryable;
  queues: QueueProducer;
}

/**
 * Makes a message due now and wakes its endpoint.
 * @throws DomainError `not_found`; `validation_error` when the webhook is disabled or the message is being delivered
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
  queues.wake(webhookWork.queue, [webhookId]);
}

async function refuseReplay(database: Queryable, key: MessageKey): Promise<DomainError> {
  await requireMessage(database, key);
  const webhook = await requireWebhook(database, { accountId: key.accountId, id: key.webhookId });
  if (webhook.status === 'disabled') return webhookDisabled();
  return new DomainError('validation_error', 'The event is being delivered. Try again later.');
}

/** The refusal of a replay while the webhook is disabled: nothing is delivered to it. */
export function webhookDisabled(): DomainError {
  return new DomainError('validation_error', 'The webhook is disabled. Enable it first.');
}
