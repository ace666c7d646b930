// Fans events out to webhooks: each event, of whatever resource, becomes a message for every enabled webhook of its
// account that asks for its type. It happens in the transaction that caused the events, so that nothing is told that
// did not happen and nothing is forgotten (design rule 12); the endpoints are woken when that is committed.
import type { Transaction } from '../../platform/db/transaction.ts';
import type { QueueProducer } from '../../platform/queues/connect.ts';
import { webhookQueue } from './delivery/queue.ts';
import type { WebhookEventType } from './webhook.ts';

/** Something that happened to what an account has. */
export interface AccountEvent {
  accountId: string;
  type: WebhookEventType;
  /** What the payload tells of it, built by the resource's event-data.ts. */
  data: object;
  createdAt: Date;
}

/**
 * SQL: which of these accounts have a webhook that is told of anything. Whoever announces events with a busy statement
 * asks with it, and spares what follows for the others: most accounts have no webhook, and making messages costs more
 * than all else that is written with an event.
 * @param accountIds SQL of type `uuid[]`
 */
export const selectAccountsWithWebhooks = (accountIds: string): string =>
  `SELECT account_id FROM webhooks WHERE account_id = ANY(${accountIds}) AND status = 'enabled'`;

/**
 * The payload is Resend's (decisions.md §9), stored as the exact bytes that will be signed. The ids are made in a
 * WITH, which Postgres evaluates once for each webhook; in a join, two webhooks could be given the same one. The array
 * of accounts keeps the join from being planned as a scan (shared/platform/work/work-table.ts).
 */
const INSERT = `
  WITH message AS (
    SELECT uuid_v7(event.created_at) AS id, webhooks.id AS webhook_id, event.*
    FROM unnest($1::uuid[], $2::text[], $3::json[], $4::timestamptz[]) AS event (account_id, type, data, created_at)
    JOIN webhooks ON webhooks.account_id = event.account_id AND webhooks.status = 'enabled'
      AND webhooks.events && ARRAY['*', split_part(event.type, '.', 1) || '.*', event.type]
    WHERE webhooks.account_id = ANY($1::uuid[])
  ), inserted AS (
    INSERT INTO webhook_messages (id, account_id, webhook_id, type, payload, state, next_attempt_at, created_at)
    SELECT id, account_id, webhook_id, type,
           json_build_object(
             'id', id,
             'type', type,
             'created_at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'data', data
           )::text,
           'pending', created_at, created_at
    FROM message
    RETURNING webhook_id
  )
  SELECT DISTINCT webhook_id AS id FROM inserted`;

/** Makes the messages of events, and wakes their endpoints after the commit. */
export async function fanOutEvents(
  transaction: Transaction,
  events: readonly AccountEvent[],
  queues: QueueProducer,
): Promise<void> {
  if (events.length === 0) return;
  const { rows } = await transaction.query<{ id: string }>({
    name: 'fan-out-events',
    text: INSERT,
    values: [
      events.map(({ accountId }) => accountId),
      events.map(({ type }) => type),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(({ createdAt }) => createdAt),
    ],
  });
  if (rows.length === 0) return;
  transaction.afterCommit(() =>
    queues.wake(
      webhookQueue,
      rows.map(({ id }) => id),
    ),
  );
}
