// The messages of a replay: their range, and their number. The index of the webhook's messages and the indexes of rare
// states answer that, and at most MAX entries are counted.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { uuidV7LowerBound } from '../../../../platform/time/ids.ts';
import { readSince } from '../../read-since.ts';
import type { WebhookReplayStatus } from '../webhook.ts';

/** Counting them takes about 0.1 s (docs/architecture/webhooks.md#replays). */
const MAX = 1_000_000;

/** The replay that a client asks for. */
export interface AskedReplay {
  /** The text of the request. */
  since: string;
  /** Only these messages; absent: all. */
  status?: WebhookReplayStatus | undefined;
  now: Date;
}

/** The messages between two ids, without these. */
export interface ReplayRange {
  webhookId: string;
  since: Date;
  /** Null: in any state. */
  status: WebhookReplayStatus | null;
  afterId: string;
  untilId: string;
}

/**
 * Reads the requested range. Messages that are created later are not included.
 * @throws DomainError `validation_error` when `since` is unreadable or in the future
 */
export function rangeOf(webhookId: string, { since: text, status, now }: AskedReplay): ReplayRange {
  const since = readSince(text, now);
  const afterId = uuidV7LowerBound(since);
  const untilId = uuidV7LowerBound(new Date(now.getTime() + 1));
  return { webhookId, since, status: status ?? null, afterId, untilId };
}

const count = (condition: string) => `
  (SELECT count(*)::integer FROM (
    SELECT FROM webhook_messages
    WHERE webhook_id = ANY(ARRAY[$1::uuid]) AND id > $2 AND id < $3 ${condition} LIMIT ${MAX + 1}) AS found)`;
/** The conditions match partial indexes (messages/list.ts). */
const ALL = count('');
const FAILED = count(`AND state = 'failed'`);
const CLAIMED = count('AND claimed_by IS NOT NULL');
const PENDING = count('AND claimed_by IS NULL AND next_attempt_at IS NOT NULL');
const RETRYING = count('AND claimed_by IS NULL AND next_attempt_at IS NOT NULL AND attempts > 0');

const COUNT: Readonly<Record<WebhookReplayStatus | 'any', string>> = {
  any: `SELECT ${ALL} AS found, ${CLAIMED} AS others`,
  success: `SELECT ${ALL} AS found, ${CLAIMED} + ${PENDING} + ${FAILED} AS others`,
  failed: `SELECT ${FAILED} AS found, 0 AS others`,
  undelivered: `SELECT ${FAILED} + ${RETRYING} AS found, 0 AS others`,
};

/** Counts the messages that a replay would make due now. Null: more than MAX. */
export async function countRange(
  database: Queryable,
  { webhookId, status, afterId, untilId }: ReplayRange,
): Promise<number | null> {
  const { rows } = await database.query<{ found: number; others: number }>({
    name: `count-replayed-${status ?? 'any'}`,
    text: COUNT[status ?? 'any'],
    values: [webhookId, afterId, untilId],
  });
  const { found = 0, others = 0 } = rows[0] ?? {};
  return found > MAX ? null : found - others;
}
