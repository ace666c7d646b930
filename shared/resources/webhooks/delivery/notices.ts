// Notices to account owners about webhooks that were disabled after failing for five days. record-attempts.ts stores
// the notice together with the disabling; it is mailed separately, so that a failing mail can never fail a delivery.
import type { Queryable } from '../../../platform/db/connect.ts';
import { ownerAddressOf } from '../../accounts/owner-address.ts';

/** A notice to send. */
export interface WebhookNotice {
  webhookId: string;
  endpointUrl: string;
  failingSince: Date | null;
  dueAt: Date;
  /** Null: the account has no confirmed address, so nobody can be notified. */
  ownerAddress: string | null;
}

/** Finds notices, oldest first. */
export async function findDueNotices(database: Queryable, limit: number): Promise<WebhookNotice[]> {
  const { rows } = await database.query<WebhookNotice>({
    name: 'find-webhook-notices',
    text: `SELECT id AS "webhookId", endpoint_url AS "endpointUrl", failing_since AS "failingSince",
                  notice_due_at AS "dueAt", ${ownerAddressOf('webhooks.account_id')} AS "ownerAddress"
           FROM webhooks WHERE notice_due_at IS NOT NULL ORDER BY notice_due_at LIMIT $1`,
    values: [limit],
  });
  return rows;
}

/** Marks a notice as done, unless the webhook was disabled again in the meantime. */
export async function endNotice(database: Queryable, { webhookId, dueAt }: WebhookNotice): Promise<void> {
  await database.query({
    name: 'end-webhook-notice',
    // A JavaScript Date has milliseconds, Postgres has microseconds.
    text: `UPDATE webhooks SET notice_due_at = NULL
           WHERE id = $1 AND date_trunc('milliseconds', notice_due_at) = $2`,
    values: [webhookId, dueAt],
  });
}
