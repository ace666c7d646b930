// POST /webhooks/:id/replay: stores the replay as a row of work; a job executes it (step.ts). Or says how many messages it
// would be about. Messages that are created after this moment are not included, so every replay ends.

import type { Queryable } from '../../../../platform/db/connect.ts';
import { requireWebhook, type WebhookKey } from '../find.ts';
import { type ReplayDeps, webhookDisabled } from '../messages/replay.ts';
import { type AskedReplay, countRange, type ReplayRange, rangeOf } from './range.ts';
import { replayWork } from './work.ts';

/** A replay. */
export interface Replay extends Pick<ReplayRange, 'webhookId' | 'since' | 'status'> {
  /** Null: it was only counted. */
  id: string | null;
  /** Messages; null: too many to be counted. */
  total: number | null;
}

const START = `
  WITH started AS (
    INSERT INTO webhook_replays
      (id, account_id, webhook_id, message_state, last_id, until_id, since, total, next_attempt_at, woken_at, created_at)
    SELECT $1, account_id, id, $4, $5, $6, $7, $8, $9, clock_timestamp(), $9
    FROM webhooks WHERE id = $2 AND account_id = $3 AND status = 'enabled'
    RETURNING id
  )
  INSERT INTO webhook_replay_counters (id) SELECT id FROM started`;

/**
 * Counts what a replay would be about; also of a disabled webhook.
 * @throws DomainError `not_found`; `validation_error` when `since` is unreadable or in the future
 */
export async function countReplay(database: Queryable, key: WebhookKey, asked: AskedReplay): Promise<Replay> {
  const range = rangeOf(key.id, asked);
  await requireWebhook(database, key);
  return { ...range, id: null, total: await countRange(database, range) };
}

/**
 * Stores a replay and wakes the job that executes it.
 * @throws DomainError `not_found`; `validation_error` when the webhook is disabled, or `since` is unreadable or in the
 *   future
 */
export async function startReplay(
  { database, queues }: ReplayDeps,
  key: WebhookKey,
  asked: AskedReplay & { id: string },
): Promise<Replay & { id: string }> {
  const { id, now } = asked;
  const range = rangeOf(key.id, asked);
  const webhook = await requireWebhook(database, key);
  if (webhook.status === 'disabled') throw webhookDisabled();
  const total = await countRange(database, range);
  const { status, since, afterId, untilId } = range;
  const { rowCount } = await database.query({
    name: 'start-webhook-replay',
    text: START,
    values: [id, key.id, key.accountId, status, afterId, untilId, since, total, now],
  });
  if (rowCount === 0) throw webhookDisabled();
  queues.wake(replayWork.queue, [id]);
  return { ...range, id, total };
}
