// One step of a replay: some of its messages become due, and their endpoint is woken. It ends when it is complete, or
// when its webhook was disabled or deleted. Its row stays, so that its progress can be read (find.ts).
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
/** The messages that a step reads, so that a few among very many are found in steps, too. */
const STEP_LOOKS = 20_000;

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
    const { ids, lastId } = await findSome(client, replay);
    if (lastId === undefined) return { isDone: true, set: { ended_at: now, total: madeDue } };
    const count = await makeDue(client, replay, ids, now);
    if (count > 0) client.afterCommit(() => deps.queues.wake(webhookWork.queue, [webhookId]));
    return { position: lastId, set: { made_due: madeDue + count } };
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

/** SQL: whether a message is one of those that the replay is about. Messages that are being delivered are skipped. */
const isMeant = (status: string) => `claimed_by IS NULL AND (${status}::text IS NULL OR state = ${status}
  OR (${status} = 'undelivered' AND (state = 'failed' OR (state = 'pending' AND attempts > 0))))`;

/**
 * The last row that was read is selected only if there are fewer than a step takes: `looked` is read only as far as
 * needed. Rows are compared as pairs, for the index of the webhook's messages: the worker's plans, which are made
 * without the values, would otherwise read the messages of all webhooks.
 */
const FIND = `
  WITH looked AS MATERIALIZED (
    SELECT id, ${isMeant('$5')} AS "isMeant" FROM webhook_messages
    WHERE (webhook_id, id) > ($1::uuid, $3::uuid) AND (webhook_id, id) < ($1::uuid, $4::uuid) AND account_id = $2
    ORDER BY webhook_id, id LIMIT ${STEP_LOOKS}
  ), found AS MATERIALIZED (
    SELECT id FROM looked WHERE "isMeant" LIMIT ${STEP_MESSAGES}
  )
  SELECT ARRAY(SELECT id FROM found) AS ids, CASE WHEN (SELECT count(*) FROM found) < ${STEP_MESSAGES}
    THEN (SELECT id FROM looked ORDER BY id DESC LIMIT 1) END AS "lastLooked"`;

/** @returns the messages of one step, in order, and how far it has read; undefined: there are no more */
async function findSome(client: Queryable, replay: ReplayRow) {
  const { webhookId, accountId, position, untilId, messageState } = replay;
  const { rows } = await client.query<{ ids: string[]; lastLooked: string | null }>({
    name: 'find-messages-to-replay',
    text: FIND,
    values: [webhookId, accountId, position, untilId, messageState],
  });
  const { ids = [], lastLooked } = rows[0] ?? {};
  return { ids, lastId: lastLooked ?? ids.at(-1) };
}

/**
 * Messages are checked again for changes since they were found. A message that waits for another replay belongs to this
 * one now.
 */
const REPLAY = `
  WITH found AS (
    SELECT id, replay_id FROM webhook_messages WHERE id = ANY($1::uuid[]) AND ${isMeant('$2')}
    ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE webhook_messages AS message SET ${dueAgain('$3')}, replay_id = $4
  FROM found WHERE message.id = found.id AND message.id = ANY($1::uuid[])
  RETURNING found.replay_id AS "replayBefore"`;

/**
 * Makes messages due.
 * @returns how many
 */
async function makeDue(
  client: Transaction,
  { id, messageState }: ReplayRow,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await client.query<{ replayBefore: string | null }>({
    name: 'replay-webhook-messages',
    text: REPLAY,
    values: [ids, messageState, now, id],
  });
  const takenOver = rows.flatMap(({ replayBefore }) => replayBefore ?? []);
  await countReplayed(
    client,
    takenOver.map((replayId) => ({ replayId, became: 'takenOver', at: now })),
  );
  return rows.length;
}
