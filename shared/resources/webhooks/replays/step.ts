// One step of a replay: some of its messages become due, and its row records the last one (keyset), in one transaction.
// If a worker dies, the next one continues after that message; none is replayed twice or left out.

import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Claim } from '../../../platform/work/work-table.ts';
import { webhookWork } from '../delivery/work.ts';
import { dueAgain } from '../messages/replay.ts';

/** Messages per step: it takes some tens of milliseconds, so their rows are not locked for long. */
const STEP_MESSAGES = 500;

/** Dependencies of a step. */
export interface StepDeps {
  database: Database;
  queues: QueueProducer;
}

/** Whether the replay has further messages. `done` also when another worker has taken over the replay. */
export type ReplayStep = 'more' | 'done';

interface ReplayRow {
  accountId: string;
  webhookId: string;
  messageState: string | null;
  lastId: string;
  untilId: string;
  webhookStatus: string | null;
}

const FIND = `
  SELECT replay.account_id AS "accountId", replay.webhook_id AS "webhookId", replay.message_state AS "messageState",
         replay.last_id AS "lastId", replay.until_id AS "untilId", webhooks.status AS "webhookStatus"
  FROM webhook_replays AS replay LEFT JOIN webhooks ON webhooks.id = replay.webhook_id
  WHERE replay.id = $1 AND replay.claim_token = $2 FOR NO KEY UPDATE OF replay`;

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
 * Runs one step, and wakes the endpoint whose messages are due now. The row of the replay is deleted when it is
 * complete, or when its webhook was disabled or deleted.
 */
export function stepReplay(
  { database, queues }: StepDeps,
  { id, token }: Claim,
  now: Date,
): Promise<ReplayStep> {
  return transaction(database, async (client) => {
    const { rows } = await client.query<ReplayRow>({
      name: 'find-webhook-replay',
      text: FIND,
      values: [id, token],
    });
    const [replay] = rows;
    if (!replay) return 'done';
    const last = replay.webhookStatus === 'enabled' ? await replaySome(client, replay, now) : undefined;
    if (last === undefined) {
      await client.query('DELETE FROM webhook_replays WHERE id = $1', [id]);
      return 'done';
    }
    await client.query('UPDATE webhook_replays SET last_id = $2 WHERE id = $1', [id, last]);
    client.afterCommit(() => queues.wake(webhookWork.queue, [replay.webhookId]));
    return 'more';
  });
}

/**
 * Makes the messages of one step due.
 * @returns the last of them; undefined: there were none
 */
async function replaySome(client: Transaction, replay: ReplayRow, now: Date): Promise<string | undefined> {
  const { webhookId, accountId, lastId, untilId, messageState } = replay;
  const { rows } = await client.query<{ id: string }>({
    name: 'replay-webhook-messages',
    text: REPLAY,
    values: [webhookId, accountId, lastId, untilId, messageState, now],
  });
  return rows
    .map(({ id }) => id)
    .sort()
    .at(-1);
}
