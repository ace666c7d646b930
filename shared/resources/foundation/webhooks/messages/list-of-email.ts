// Lists the messages that announced the events of an email. A message has no reference to an email, which would cost
// every event an index entry; but its id begins with the millisecond of its event, so the few messages of that
// millisecond are read and compared by their payload.
import { EMAIL_EVENT_TYPES } from '../../../../contract/emails/values.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { uuidV7LowerBound } from '../../../../platform/time/ids.ts';
import type { WebhookEventType, WebhookMessageState } from '../webhook.ts';

/** A message of an email. */
export interface MessageOfEmail {
  webhookId: string;
  id: string;
  type: WebhookEventType;
  state: WebhookMessageState;
  /** The address that the event is about. */
  recipient: string;
  createdAt: Date;
}

/** Events of one millisecond in the order in which they follow from each other. */
const ORDER: readonly string[] = [...EMAIL_EVENT_TYPES.map((type) => `email.${type}`), 'suppression.added'];

/** The payload of an email's event names the email in `email_id`, a suppression's event in `source_id`. */
const LIST = `
  SELECT message.webhook_id AS "webhookId", message.id, message.type, message.state,
         message.created_at AS "createdAt", coalesce(data #>> '{to,0}', data ->> 'email') AS recipient
  FROM webhooks
  CROSS JOIN unnest($2::uuid[], $3::uuid[]) AS moment (first_id, end_id)
  CROSS JOIN LATERAL (
    SELECT webhook_id, id, type, state, created_at, payload::jsonb -> 'data' AS data FROM webhook_messages
    WHERE webhook_id = webhooks.id AND id >= moment.first_id AND id < moment.end_id
    OFFSET 0
  ) AS message
  WHERE webhooks.account_id = $1 AND $4 IN (data ->> 'email_id', data ->> 'source_id')
  ORDER BY message.created_at, recipient, array_position($5::text[], message.type), webhook_id, message.id`;

/**
 * Lists the messages at the account's webhooks, oldest first.
 * @param email with the times of its events
 */
export async function listMessagesOfEmail(
  database: Queryable,
  { accountId, emailId, times }: { accountId: string; emailId: string; times: readonly Date[] },
): Promise<MessageOfEmail[]> {
  const moments = [...new Set(times.map((time) => time.getTime()))];
  const { rows } = await database.query<MessageOfEmail>(LIST, [
    accountId,
    moments.map((ms) => uuidV7LowerBound(new Date(ms))),
    moments.map((ms) => uuidV7LowerBound(new Date(ms + 1))),
    emailId,
    ORDER,
  ]);
  return rows;
}
