// Reads the progress of a replay. It is counted where messages end (delivery/replay-counters.ts), so a reader
// reads three rows, however many messages there are.
import { notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { MessageKey } from '../messages/message.ts';
import type { WebhookReplayStatus, WebhookStatus } from '../webhook.ts';

/** The progress of a replay. All counts are messages. */
export interface ReplayProgress {
  id: string;
  webhookId: string;
  since: Date;
  status: WebhookReplayStatus | null;
  total: number | null;
  waiting: number;
  delivered: number;
  failed: number;
  createdAt: Date;
  /** Null: messages of it wait. */
  endedAt: Date | null;
}

interface FoundReplay extends Omit<ReplayProgress, 'waiting' | 'endedAt'> {
  madeDue: number;
  takenOver: number;
  /** When the last one was made due, or the replay was given up. */
  walkedAt: Date | null;
  /** When the last message has ended. */
  countedAt: Date | null;
  webhookStatus: WebhookStatus;
  webhookUpdatedAt: Date;
}

/** A replay that the release before has started has no `since`. */
const FIND = `
  SELECT replay.id, replay.webhook_id AS "webhookId", replay.since, replay.message_state AS status, replay.total,
         replay.made_due AS "madeDue", counter.delivered, counter.failed, counter.taken_over AS "takenOver",
         replay.created_at AS "createdAt", replay.ended_at AS "walkedAt", counter.last_at AS "countedAt",
         webhooks.status AS "webhookStatus", webhooks.updated_at AS "webhookUpdatedAt"
  FROM webhook_replays AS replay
  JOIN webhook_replay_counters AS counter ON counter.id = replay.id
  JOIN webhooks ON webhooks.id = replay.webhook_id AND webhooks.account_id = replay.account_id
  WHERE replay.id = $1 AND replay.webhook_id = $2 AND replay.account_id = $3 AND replay.since IS NOT NULL`;

/**
 * Reads a replay.
 * @throws DomainError `not_found`, also 30 days after its end
 */
export async function requireReplay(
  database: Queryable,
  { accountId, webhookId, id }: MessageKey,
): Promise<ReplayProgress> {
  const { rows } = await database.query<FoundReplay>({
    name: 'find-webhook-replay',
    text: FIND,
    values: [id, webhookId, accountId],
  });
  if (!rows[0]) throw notFound('Webhook replay');
  return progressOf(rows[0]);
}

function progressOf({ walkedAt, countedAt, madeDue, takenOver, ...found }: FoundReplay): ReplayProgress {
  const { webhookStatus, webhookUpdatedAt, ...replay } = found;
  const due = walkedAt ? madeDue : Math.max(madeDue, replay.total ?? 0);
  const waiting = due - replay.delivered - replay.failed - takenOver;
  const endedAt = () => {
    if (walkedAt && waiting === 0) return later(walkedAt, countedAt);
    return webhookStatus === 'disabled' ? later(webhookUpdatedAt, countedAt) : null;
  };
  const total = replay.total === null ? null : Math.max(replay.total, madeDue);
  return { ...replay, total, waiting, endedAt: endedAt() };
}

function later(one: Date, other: Date | null): Date {
  return other && other > one ? other : one;
}
