// Webhooks that were disabled for failing, and whose accounts' owners have not been mailed yet. The wish is written with
// the disabling (record-attempts.ts) and fulfilled apart from it, so that a mail can never fail a delivery.
//
// Who the owner is: until accounts have members, the address of the account that was confirmed first, which is the one
// that `create-account --owner` names. Whom the mail is from: the oldest account, the operator's own, since the service
// speaks here and not its customer.
import type { Queryable } from '../../../platform/db/connect.ts';
import { DOMAIN_MAY_SEND } from '../../domains/sending.ts';

/** A notice that is due. */
export interface WebhookNotice {
  webhookId: string;
  endpointUrl: string;
  failingSince: Date | null;
  dueAt: Date;
  /** Null: the account has no confirmed address, so there is nobody to tell. */
  ownerAddress: string | null;
}

/** Whom the service's own mail is from. */
export interface NoticeSender {
  accountId: string;
  domainName: string;
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

/** Finds the sender; undefined while the oldest account has no domain that may send. */
export async function findNoticeSender(database: Queryable): Promise<NoticeSender | undefined> {
  const { rows } = await database.query<NoticeSender>({
    name: 'find-notice-sender',
    text: `SELECT account_id AS "accountId", name AS "domainName" FROM domains
           WHERE account_id = (SELECT id FROM accounts ORDER BY id LIMIT 1)
             AND ${DOMAIN_MAY_SEND}
           ORDER BY is_default DESC, id LIMIT 1`,
  });
  return rows[0];
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
