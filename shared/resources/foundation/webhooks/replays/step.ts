// One step of a replay: some of its messages become due, and their endpoint is woken. It ends when it is complete, or when its
// webhook was disabled or deleted.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { defineWalk, type WalkDeps } from '../../../../platform/work/walk.ts';
import { webhookWork } from '../delivery/work.ts';
import { dueAgain } from '../messages/replay.ts';

/** Messages per step: it takes some tens of milliseconds, so their rows are not locked for long. */
const STEP_MESSAGES = 500;

interface ReplayRow {
  id: string;
  accountId: string;
  webhookId: string;
  messageState: string | null;
  position: string;
  untilId: string;
}

export const replayWalk = defineWalk<ReplayRow, WalkDeps & { queues: QueueProducer }>({
  table: 'webhook_replays',
  columns: `webhook_id AS "webhookId", message_state AS "messageState", last_id AS position, until_id AS "untilId"`,
  positionColumn: 'last_id',
  async step(replay, { client, deps, now }) {
    const { webhookId } = replay;
    const position = (await isEnabled(client, webhookId)) ? await replaySome(client, replay, now) : undefined;
    if (position === undefined) return { isDone: true };
    client.afterCommit(() => deps.queues.wake(webhookWork.queue, [webhookId]));
    return { position };
  },
});

async function isEnabled(client: Queryable, webhookId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'find-webhook-to-replay',
    text: `SELECT FROM webhooks WHERE id = $1 AND status = 'enabled'`,
    values: [webhookId],
  });
  return rowCount === 1;
}

/** Messages that are being delivered are skipped. */
const REPLAY = `
  UPDATE webhook_messages AS message SET ${dueAgain('$6')}
  WHERE message.id = ANY(ARRAY(
    SELECT id FROM webhook_messages
    WHERE webhook_id = $1 AND account_id = $2 AND id > $3 AND id < $4 AND ($5::text IS NULL OR state = $5)
      AND claimed_by IS NULL
    ORDER BY id LIMIT ${STEP_MESSAGES} FOR NO KEY UPDATE))
  RETURNING message.id`;

/**
 * Makes the messages of one step due.
 * @returns the last of them; undefined: there were none
 */
async function replaySome(client: Transaction, replay: ReplayRow, now: Date): Promise<string | undefined> {
  const { webhookId, accountId, position, untilId, messageState } = replay;
  const { rows } = await client.query<{ id: string }>({
    name: 'replay-webhook-messages',
    text: REPLAY,
    values: [webhookId, accountId, position, untilId, messageState, now],
  });
  return rows
    .map(({ id }) => id)
    .sort()
    .at(-1);
}
