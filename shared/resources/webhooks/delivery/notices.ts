// Webhooks that were disabled for failing, and whose accounts' owners have not been mailed yet. The wish is written with
// the disabling (record-attempts.ts) and fulfilled apart from it, so that a mail can never fail a delivery.
//
// Who the owner is: until accounts have members, the address of the account that was confirmed first, which is the one
// that `create-account --owner` names.
import type { Queryable } from '../../../platform/db/connect.ts';

/** A notice that is due. */
export interface WebhookNotice {
  webhookId: string;
  endpointUrl: string;
  failingSince: Date | null;
  dueAt: Date;
  /** Null: the account has no confirmed address, so there is nobody to tell. */
  ownerAddress: string | null;
}

/** Finds notices, the oldest first. */
export async function findDueNotices(database: Queryable, limit: number): Promise<WebhookNotice[]> {
  const { rows } = await database.query<WebhookNotice>({
    name: 'find-webhook-notices',
    text: `SELECT id AS "webhookId", endpoint_url AS "endpointUrl", failing_since AS "failingSince",
                  notice_due_at AS "dueAt",
                  (SELECT address FROM confirmed_addresses WHERE account_id = webhooks.account_id
                   ORDER BY confirmed_at, address LIMIT 1) AS "ownerAddress"
           FROM webhooks WHERE notice_due_at IS NOT NULL ORDER BY notice_due_at LIMIT $1`,
    values: [limit],
  });
  return rows;
}

/** Ends a notice, unless the webhook was disabled anew meanwhile. */
export async function endNotice(database: Queryable, { webhookId, dueAt }: WebhookNotice): Promise<void> {
  await database.query({
    name: 'end-webhook-notice',
    // An instant of ours has milliseconds.
    text: `UPDATE webhooks SET notice_due_at = NULL
           WHERE id = $1 AND date_trunc('milliseconds', notice_due_at) = $2`,
    values: [webhookId, dueAt],
  });
}
