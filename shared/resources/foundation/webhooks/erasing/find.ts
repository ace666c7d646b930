// Finds the webhook messages of an account that mention a person. Messages have no index on their account, and their
// webhook may be deleted: so the endpoints are read from the index of the messages, one entry each, and then the
// messages of each endpoint of the account.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { uuidV7LowerBound } from '../../../../platform/time/ids.ts';
import type { Eraser } from '../../erasing/eraser.ts';
import type { FoundPage, FoundRow } from '../../erasing/found-rows.ts';

/** Endpoints of all accounts that one step passes. */
const ENDPOINTS_MAX = 1_000;
const MESSAGES_PAGE = 500;

/** An endpoint that has messages. */
export interface MessagesEndpoint {
  webhookId: string;
  /** False: the endpoint of another account, at which the step has ended. */
  isOwn: boolean;
}

const NEXT_ENDPOINT = `
  WITH RECURSIVE endpoint AS (
    (SELECT webhook_id, account_id, 1 AS number FROM webhook_messages
     WHERE webhook_id > $2
     ORDER BY webhook_id, id LIMIT 1)
    UNION ALL
    SELECT following.webhook_id, following.account_id, number + 1 FROM endpoint, LATERAL (
      SELECT webhook_id, account_id FROM webhook_messages
      WHERE webhook_id > endpoint.webhook_id ORDER BY webhook_id, id LIMIT 1) AS following
    WHERE endpoint.account_id <> $1 AND number < ${ENDPOINTS_MAX}
  )
  SELECT webhook_id AS "webhookId", account_id = $1 AS "isOwn" FROM endpoint ORDER BY number DESC LIMIT 1`;

/** Finds the next endpoint of the account that has messages; undefined: there are no more. */
export async function findNextEndpoint(
  client: Transaction,
  accountId: string,
  after: string,
): Promise<MessagesEndpoint | undefined> {
  const { rows } = await client.query<MessagesEndpoint>({
    name: 'find-next-endpoint-with-messages',
    text: NEXT_ENDPOINT,
    values: [accountId, after],
  });
  return rows[0];
}

/** Messages of an endpoint between two ids. */
export interface MessageRange {
  accountId: string;
  webhookId: string;
  after: string;
  before: string;
}

const MENTIONING = `
  SELECT id, "isFound", octet_length(payload) + CASE WHEN "isFound" THEN
           (SELECT coalesce(sum(octet_length(response_body)), 0)::integer FROM webhook_attempts
            WHERE message_id = message.id) ELSE 0 END AS bytes
  FROM (SELECT id, payload, payload ~* $3 OR payload ~ $6 AS "isFound" FROM webhook_messages
        WHERE webhook_id = $1 AND account_id = $2 AND id > $4 AND id < $5
        ORDER BY webhook_id, id LIMIT ${MESSAGES_PAGE}) AS message
  ORDER BY id`;

/** Looks at messages of an endpoint. */
export async function findMentioningMessages(
  client: Transaction,
  { patterns: [pattern, inBase64] }: Eraser,
  { accountId, webhookId, after, before }: MessageRange,
): Promise<FoundPage> {
  const { rows } = await client.query<FoundRow>({
    name: 'find-messages-mentioning-person',
    text: MENTIONING,
    values: [webhookId, accountId, pattern, after, before, inBase64],
  });
  return { rows, isEnd: rows.length < MESSAGES_PAGE };
}

/**
 * A range, as in messages/list-of-email.ts: a message begins with the millisecond of its event, and its payload has the
 * email.
 */
const OF_EMAILS = `
  SELECT message.id
  FROM webhooks
  CROSS JOIN unnest($2::uuid[], $3::uuid[]) AS moment (first_id, end_id)
  CROSS JOIN LATERAL (
    SELECT id, payload::jsonb -> 'data' AS data FROM webhook_messages
    WHERE webhook_id = webhooks.id AND id >= moment.first_id AND id < moment.end_id
    OFFSET 0
  ) AS message
  WHERE webhooks.account_id = $1 AND ARRAY[data ->> 'email_id', data ->> 'source_id'] && $4::text[]
  ORDER BY message.id`;

/** Finds the messages of emails whose events happened at these times. */
export async function findMessagesOfEmails(
  client: Transaction,
  accountId: string,
  emailIds: readonly string[],
  times: readonly Date[],
): Promise<string[]> {
  const moments = [...new Set(times.map((time) => time.getTime()))];
  if (moments.length === 0) return [];
  const { rows } = await client.query<{ id: string }>({
    name: 'find-messages-of-erased-emails',
    text: OF_EMAILS,
    values: [
      accountId,
      moments.map((ms) => uuidV7LowerBound(new Date(ms))),
      moments.map((ms) => uuidV7LowerBound(new Date(ms + 1))),
      emailIds,
    ],
  });
  return rows.map(({ id }) => id);
}
