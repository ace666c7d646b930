// One step of a replay: some of its messages become due, and their endpoint is woken. It ends when it is complete, or when its
// webhook was disabled or deleted. Its row stays, for those who ask how far it has come (find.ts).
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { defineWalk, type WalkDeps } from '../../../../platform/work/walk.ts';
import { countReplayed } from '../delivery/replay-counters.ts';
import { webhookWork } from '../delivery/work.ts';
import { dueAgain } from '../messages/replay.ts';
import type { WebhookStatus } from '../webhook.ts';

/** Messages per step: it takes some tens of milliseconds, so their rows are not locked for long. */
const STEP_MESSAGES = 500;

interface ReplayRow {
  id: string;
  accountId: string;
  webhookId: string;
  messageState: string | null;
  position: string;
  untilId: string;
  madeDue: number;
}

export const replayWalk = defineWalk<ReplayRow, WalkDeps & { queues: QueueProducer }>({
  table: 'webhook_replays',
  columns: `webhook_id AS "webhookId", message_state AS "messageState", last_id AS position, until_id AS "untilId",
    made_due AS "madeDue"`,
  positionColumn: 'last_id',
  async step(replay, { client, deps, now }) {
    const { webhookId, madeDue } = replay;
    const status = await findStatus(client, webhookId);
    if (!status) return { isDone: true };
    if (status === 'disabled') return { isDone: true, set: { ended_at: now } };
    const replayed = await replaySome(client, replay, now);
    const position = replayed.at(-1);
    if (position === undefined) return { isDone: true, set: { ended_at: now, total: madeDue } };
    client.afterCommit(() => deps.queues.wake(webhookWork.queue, [webhookId]));
    return { position, set: { made_due: madeDue + replayed.length } };
  },
});

async function findStatus(client: Queryable, webhookId: string): Promise<WebhookStatus | undefined> {
  const { rows } = await client.query<{ status: WebhookStatus }>({
    name: 'find-webhook-to-replay',
    text: 'SELECT status FROM webhooks WHERE id = $1',
    values: [webhookId],
  });
  return rows[0]?.status;
}

/** Messages that are being delivered are skipped. One that waits for another replay belongs to this one now. */
const REPLAY = `
  WITH found AS (
    SELECT id, replay_id FROM webhook_messages
    WHERE webhook_id = $1 AND account_id = $2 AND id > $3 AND id < $4 AND claimed_by IS NULL
      AND ($5::text IS NULL OR state = $5
           OR ($5 = 'undelivered' AND (state = 'failed' OR (state = 'pending' AND attempts > 0))))
    ORDER BY id LIMIT ${STEP_MESSAGES} FOR NO KEY UPDATE
  )
  UPDATE webhook_messages AS message SET ${dueAgain('$6')}, replay_id = $7
  FROM found WHERE message.id = found.id AND message.id = ANY(ARRAY(SELECT id FROM found))
  RETURNING message.id, found.replay_id AS "replayBefore"`;

/**
 * Makes the messages of one step due.
 * @returns their ids, in order
 */
async function replaySome(client: Transaction, replay: ReplayRow, now: Date): Promise<string[]> {
  const { id, webhookId, accountId, position, untilId, messageState } = replay;
  const { rows } = await client.query<{ id: string; replayBefore: string | null }>({
    name: 'replay-webhook-messages',
    text: REPLAY,
    values: [webhookId, accountId, position, untilId, messageState, now, id],
  });
  const takenOver = rows.flatMap(({ replayBefore }) => replayBefore ?? []);
  await countReplayed(
    client,
    takenOver.map((replayId) => ({ replayId, became: 'takenOver', at: now })),
  );
  return rows.map((row) => row.id).sort();
}
