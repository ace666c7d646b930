// Notices to account owners about webhooks that were disabled after failing for five days. record-attempts.ts stores
// the notice together with the disabling; it is mailed separately, so that a failing mail can never fail a delivery.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { ownerAddressesOf } from '../../accounts/owner-addresses.ts';

/** A notice to send. */
export interface WebhookNotice {
  webhookId: string;
  endpointUrl: string;
  failingSince: Date | null;
  dueAt: Date;
  /** Empty: the account has no person with a confirmed address, so no one can be notified. */
  ownerAddresses: string[];
}

/** Finds notices, oldest first. */
export async function findDueNotices(database: Queryable, limit: number): Promise<WebhookNotice[]> {
  const { rows } = await database.query<WebhookNotice>({
    name: 'find-webhook-notices',
    text: `SELECT id AS "webhookId", endpoint_url AS "endpointUrl", failing_since AS "failingSince",
                  notice_due_at AS "dueAt", ${ownerAddressesOf('webhooks.account_id')} AS "ownerAddresses"
           FROM webhooks WHERE notice_due_at IS NOT NULL ORDER BY notice_due_at LIMIT $1`,
    values: [limit],
  });
  return rows;
}

/**
 * Marks notices as done, in the transaction that stores their emails where there are any, unless the webhook was enabled or disabled again in the meantime.
 * @returns for each whether it was still due
 */
export async function endNotices(database: Queryable, notices: readonly WebhookNotice[]): Promise<boolean[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'end-webhook-notices',
    // A JavaScript Date has milliseconds, Postgres has microseconds.
    text: `WITH due AS MATERIALIZED (
             SELECT webhooks.id FROM webhooks
             JOIN unnest($1::uuid[], $2::timestamptz[]) AS notice (id, due_at) ON notice.id = webhooks.id
             WHERE webhooks.id = ANY($1::uuid[]) AND date_trunc('milliseconds', notice_due_at) = notice.due_at
             ORDER BY webhooks.id FOR NO KEY UPDATE OF webhooks
           )
           UPDATE webhooks SET notice_due_at = NULL FROM due WHERE webhooks.id = due.id RETURNING webhooks.id`,
    values: [notices.map(({ webhookId }) => webhookId), notices.map(({ dueAt }) => dueAt)],
  });
  const ended = new Set(rows.map(({ id }) => id));
  return notices.map(({ webhookId }) => ended.has(webhookId));
}
