// POST /webhooks/:id/replay: writes down what is to be replayed; a job does it (step.ts). Messages that are made from
// now on are not among them, so it comes to an end however many there are.

import { DomainError } from '../../../contract/domain-error.ts';
import { uuidV7LowerBound } from '../../../platform/time/ids.ts';
import { parseInstant } from '../../../platform/time/parse-instant.ts';
import { requireWebhook, type WebhookKey } from '../find.ts';
import { type ReplayDeps, webhookDisabled } from '../messages/replay.ts';
import type { WebhookMessageEnd } from '../webhook.ts';
import { webhookReplayQueue } from './queue.ts';

/** What is asked for. */
export interface NewReplay {
  id: string;
  /** As it was written. */
  since: string;
  /** Only messages that ended so; absent: all. */
  status?: WebhookMessageEnd | undefined;
  now: Date;
}

/** A replay that was taken on. */
export interface Replay {
  id: string;
  webhookId: string;
  since: Date;
  status: WebhookMessageEnd | null;
}

const START = `
  INSERT INTO webhook_replays
    (id, account_id, webhook_id, message_state, last_id, until_id, next_attempt_at, woken_at, created_at)
  SELECT $1, account_id, id, $4, $5, $6, $7, clock_timestamp(), $7
  FROM webhooks WHERE id = $2 AND account_id = $3 AND status = 'enabled'`;

/**
 * Takes a replay on, and wakes the job that does it.
 * @throws DomainError `not_found`; `validation_error` while the webhook is disabled, and for what is no time that has
 *   been
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
  queues.wake(webhookReplayQueue, [id]);
  return { id, webhookId, since, status: status ?? null };
}

/** @throws DomainError `validation_error` */
function readSince(text: string, now: Date): Date {
  const since = parseInstant(text, now);
  if (!since || since.getTime() < 0) {
    throw new DomainError(
      'validation_error',
      '`since` must be an ISO 8601 time or a phrase such as `2 hours ago`.',
    );
  }
  if (since > now) {
    throw new DomainError(
      'validation_error',
      `\`since\` must not lie ahead; it was read as ${since.toISOString()}.`,
    );
  }
  return since;
}
