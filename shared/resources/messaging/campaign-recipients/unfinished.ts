// The recipients of a dispatch that are not finished: pending, or released without a first outcome. They are found by an
// index that has no others.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Whether any recipient is unfinished. */
export async function isAnyUnfinished(database: Queryable, dispatchId: string): Promise<boolean> {
  const { rows } = await database.query<{ isAny: boolean }>({
    name: 'is-any-campaign-recipient-unfinished',
    text: `SELECT EXISTS (SELECT FROM campaign_recipients WHERE dispatch_id = $1 AND state = 'pending')
               OR EXISTS (SELECT FROM campaign_recipients WHERE dispatch_id = $1 AND state = 'released') AS "isAny"`,
    values: [dispatchId],
  });
  return rows[0]?.isAny ?? false;
}

/**
 * Finds the mail of a dispatch that may still be sent: released, or delayed and to be tried again.
 * @param after the last email of the page before
 */
export async function findUnsentCampaignMail(
  database: Queryable,
  { dispatchId, after, limit }: { dispatchId: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'find-unsent-campaign-mail',
    text: `SELECT email_id AS id FROM (
             SELECT email_id FROM campaign_recipients WHERE dispatch_id = $1 AND state = 'released'
             UNION ALL
             SELECT email_id FROM campaign_recipients WHERE dispatch_id = $1 AND state = 'delivery_delayed') AS unsent
           WHERE email_id > $2 ORDER BY email_id LIMIT $3`,
    values: [dispatchId, after, limit],
  });
  return rows.map(({ id }) => id);
}

/** Cancels recipients that are pending. @returns how many: fewer than the limit if no more are left */
export async function cancelPendingRecipients(
  client: Transaction,
  dispatchId: string,
  limit: number,
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'cancel-pending-campaign-recipients',
    text: `UPDATE campaign_recipients SET state = 'canceled'
           WHERE dispatch_id = $1 AND contact_id = ANY(ARRAY(
             SELECT contact_id FROM campaign_recipients WHERE dispatch_id = $1 AND state = 'pending'
             ORDER BY contact_id LIMIT $2 FOR NO KEY UPDATE))
             AND state = 'pending'`,
    values: [dispatchId, limit],
  });
  return rowCount ?? 0;
}

/** Removes recipients. @returns how many: fewer than the limit if no more are left */
export async function removeCampaignRecipients(
  client: Transaction,
  dispatchId: string,
  limit: number,
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'remove-campaign-recipients',
    text: `DELETE FROM campaign_recipients WHERE dispatch_id = $1 AND contact_id = ANY(ARRAY(
             SELECT contact_id FROM campaign_recipients WHERE dispatch_id = $1 ORDER BY contact_id LIMIT $2))`,
    values: [dispatchId, limit],
  });
  return rowCount ?? 0;
}

/** Removes the counters of a campaign. */
export async function removeCampaignMetrics(client: Transaction, campaignId: string): Promise<void> {
  await client.query({
    name: 'remove-campaign-metrics',
    text: 'DELETE FROM campaign_metrics WHERE campaign_id = $1',
    values: [campaignId],
  });
}
