// Webhook fan-out: each event, of any resource, becomes one message for every enabled webhook of its account that
// subscribes to its type. This happens in the transaction that causes the event, so that messages and events always
// match (docs/architecture/guarantees.md#webhook-messages). The endpoints are woken after the commit.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { webhookWork } from './delivery/work.ts';
import type { WebhookEventType } from './webhook.ts';

/** Something that happened to a resource of an account. */
export interface AccountEvent {
  accountId: string;
  type: WebhookEventType;
  /** The `data` of the payload, built by the resource's event-data.ts. */
  data: object;
  createdAt: Date;
}

/**
 * SQL that selects which of these accounts have an enabled webhook. A statement that runs often uses it to skip the
 * work for all other accounts: most have no webhook, and creating messages costs more than everything else that is
 * written with an event.
 * @param accountIds SQL of type `uuid[]`
 */
export const selectAccountsWithWebhooks = (accountIds: string): string =>
  `SELECT account_id FROM webhooks WHERE account_id = ANY(${accountIds}) AND status = 'enabled'`;

/**
 * The payload has Resend's shape (docs/reference/webhooks.md#payloads) and is stored as the exact bytes that will be
 * signed. The ids are generated in a CTE, which Postgres evaluates once per webhook; in a join, two webhooks could get
 * the same id. The array of accounts prevents a plan that scans the table (shared/platform/work/work-table-sql.ts).
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

/** Creates the messages of events and, after the commit, wakes their endpoints. */
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
      webhookWork.queue,
      rows.map(({ id }) => id),
    ),
  );
}
