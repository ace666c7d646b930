// Counts the results of a replay's messages (docs/architecture/webhooks.md#replays). The counts are rows of their own,
// because a step of the replay locks its row before it waits for messages, and recording attempts locks messages first.
// Rows are locked in the order of their ids.
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** A message that waits no more for its replay, and why. */
export interface ReplayedMessage {
  replayId: string;
  became: 'delivered' | 'failed' | 'takenOver';
  at: Date;
}

/** A replay whose webhook was deleted has no row any more. */
const COUNT = `
  WITH counted AS (
    SELECT id, count(*) FILTER (WHERE became = 'delivered') AS delivered,
           count(*) FILTER (WHERE became = 'failed') AS failed,
           count(*) FILTER (WHERE became = 'takenOver') AS taken_over, max(at) AS last_at
    FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS message (id, became, at) GROUP BY id
  ), locked AS (
    SELECT id FROM webhook_replay_counters WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE webhook_replay_counters AS counter
  SET delivered = counter.delivered + counted.delivered, failed = counter.failed + counted.failed,
      taken_over = counter.taken_over + counted.taken_over, last_at = greatest(counter.last_at, counted.last_at)
  FROM locked JOIN counted USING (id) WHERE counter.id = locked.id`;

/** Adds messages to the counters of their replays. */
export async function countReplayed(
  client: Transaction,
  messages: readonly ReplayedMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  await client.query({
    name: 'count-replayed-messages',
    text: COUNT,
    values: [
      messages.map(({ replayId }) => replayId),
      messages.map(({ became }) => became),
      messages.map(({ at }) => at),
    ],
  });
}
