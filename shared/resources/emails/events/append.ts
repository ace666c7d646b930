// The event log of emails: append-only, ordered by id. Whoever appends events makes the webhook messages of the
// same events and counts them in the same transaction, so that no event is told or counted that did not happen, and
// none is forgotten (design rule 12).
import type { Transaction } from '../../../platform/db/transaction.ts';
import { ADD_TO_COUNTERS, counterColumns } from '../metrics/count.ts';
import type { EmailEvent } from './event.ts';

/** Most accounts have no webhook, and making messages costs more than all other statements of a group. */
const APPEND = `
  WITH appended AS (
    INSERT INTO email_events (id, email_id, account_id, recipient, type, data, created_at)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::timestamptz[])
  ), counted AS (${ADD_TO_COUNTERS}
  )
  SELECT EXISTS (SELECT FROM webhooks WHERE account_id = ANY($3::uuid[]) AND status = 'enabled') AS has_webhooks`;

/**
 * Appends events, and a message for each enabled webhook that asks for one.
 * @returns the webhooks that have something to be told, to be woken after the commit (shared/resources/webhooks/delivery/queue.ts)
 */
export async function appendEvents(
  transaction: Transaction,
  events: readonly EmailEvent[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const { rows } = await transaction.query<{ has_webhooks: boolean }>({
    name: 'append-email-events',
    text: APPEND,
    values: [
      events.map(({ id }) => id),
      events.map(({ emailId }) => emailId),
      events.map(({ accountId }) => accountId),
      events.map(({ recipient }) => recipient),
      events.map(({ type }) => type),
      events.map(({ data }) => data && JSON.stringify(data)),
      events.map(({ createdAt }) => createdAt),
      ...counterColumns(events),
    ],
  });
  return rows[0]?.has_webhooks ? await insertWebhookMessages(transaction, events) : [];
}

/**
 * The payload is Resend's (decisions.md §9), stored as the exact bytes that will be signed. The ids are made in a
 * WITH, which Postgres evaluates once for each webhook; in a join, two webhooks could be given the same one.
 */
async function insertWebhookMessages(
  transaction: Transaction,
  events: readonly EmailEvent[],
): Promise<string[]> {
  const { rows } = await transaction.query<{ webhook_id: string }>({
    name: 'insert-webhook-messages',
    text: `WITH message AS (
             SELECT uuid_v7(event.created_at) AS id, webhooks.id AS webhook_id, 'email.' || event.type AS type,
                    event.account_id, event.email_id, event.recipient, event.data, event.created_at
             FROM email_events AS event
             JOIN webhooks ON webhooks.account_id = event.account_id AND webhooks.status = 'enabled'
               AND webhooks.events && ARRAY['*', 'email.*', 'email.' || event.type]
             WHERE event.id = ANY($1::uuid[])
           ), inserted AS (
           INSERT INTO webhook_messages
             (id, account_id, webhook_id, type, payload, state, next_attempt_at, created_at)
           SELECT message.id, message.account_id, message.webhook_id, message.type,
                  json_build_object(
                    'id', message.id,
                    'type', message.type,
                    'created_at', to_char(message.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                    'data', jsonb_build_object(
                      'email_id', emails.id,
                      'message_id', emails.message_id,
                      'created_at', to_char(emails.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                      'from', emails.from_address,
                      'to', jsonb_build_array(message.recipient),
                      'subject', emails.subject,
                      'tags', (SELECT coalesce(jsonb_object_agg(tag ->> 'name', tag ->> 'value'), '{}')
                               FROM jsonb_array_elements(emails.tags) AS tag)
                    ) || coalesce(message.data, '{}')
                  )::text,
                  'pending', message.created_at, message.created_at
           FROM message JOIN emails ON emails.id = message.email_id
           RETURNING webhook_id
           )
           SELECT DISTINCT webhook_id FROM inserted`,
    values: [events.map(({ id }) => id)],
  });
  return rows.map(({ webhook_id }) => webhook_id);
}
