// POST /webhooks/:id/replay: stores the replay as a row of work; a job executes it (step.ts). Messages that are created
// after this moment are not included, so every replay ends.

import { uuidV7LowerBound } from '../../../../platform/time/ids.ts';
import { readSince } from '../../read-since.ts';
import { requireWebhook, type WebhookKey } from '../find.ts';
import { type ReplayDeps, webhookDisabled } from '../messages/replay.ts';
import type { WebhookMessageFinalState } from '../webhook.ts';
import { replayWork } from './work.ts';

/** The requested replay. */
export interface NewReplay {
  id: string;
  /** The text of the request. */
  since: string;
  /** Only messages that ended with this state; absent: all. */
  status?: WebhookMessageFinalState | undefined;
  now: Date;
}

/** A stored replay. */
export interface Replay {
  id: string;
  webhookId: string;
  since: Date;
  status: WebhookMessageFinalState | null;
}

const START = `
  INSERT INTO webhook_replays
    (id, account_id, webhook_id, message_state, last_id, until_id, next_attempt_at, woken_at, created_at)
  SELECT $1, account_id, id, $4, $5, $6, $7, clock_timestamp(), $7
  FROM webhooks WHERE id = $2 AND account_id = $3 AND status = 'enabled'`;

/**
 * Stores a replay and wakes the job that executes it.
 * @throws DomainError `not_found`; `validation_error` when the webhook is disabled, or `since` is unreadable or in the
 *   future
 */
export async function startReplay(
  { database, queues }: ReplayDeps,
  { accountId, id: webhookId }: WebhookKey,
  { id, since: text, status = undefined, now }: NewReplay,
): Promise<Replay> {
  const since = readSince(text, now);
  const lastId = uuidV7LowerBound(since);
  const untilId = uuidV7LowerBound(new Date(now.getTime() + 1));
  const { rowCount } = await database.query({
    name: 'start-webhook-replay',
    text: START,
    values: [id, webhookId, accountId, status ?? null, lastId, untilId, now],
  });
  if (rowCount === 0) {
    await requireWebhook(database, { accountId, id: webhookId });
    throw webhookDisabled();
  }
  queues.wake(replayWork.queue, [id]);
  return { id, webhookId, since, status: status ?? null };
}
