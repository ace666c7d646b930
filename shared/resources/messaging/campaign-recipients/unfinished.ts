// The recipients of a dispatch that are not finished: pending, or released without a first outcome. They are found by an
// index that has no others.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import { inTestGroup, type ReleaseCursor } from './release-order.ts';

/** The order makes Postgres read the first of the index instead of all of them, which EXISTS would do. */
const firstIn = (state: 'pending' | 'released', condition = '') => `
  (SELECT true FROM campaign_recipients WHERE dispatch_id = $1 AND state = '${state}' ${condition}
   ORDER BY due_at, sort_key LIMIT 1)`;

/** Whether any recipient is unfinished. @param lastOfTest only the test group and released recipients count */
export async function isAnyUnfinished(
  database: Queryable,
  dispatchId: string,
  lastOfTest: ReleaseCursor | null,
): Promise<boolean> {
  const { rows } = await database.query<{ isAny: boolean }>({
    name: 'is-any-campaign-recipient-unfinished',
    text: `SELECT coalesce(${firstIn('pending', inTestGroup('$2', '$3'))}, ${firstIn('released')}, false) AS "isAny"`,
    values: [dispatchId, lastOfTest?.dueAt, lastOfTest?.sortKey],
  });
  return rows[0]?.isAny ?? false;
}

/**
 * Until when nothing can happen to a dispatch: the time of the first pending recipient while nothing is released.
 * @returns undefined: something is released, or nothing is pending
 */
export async function findQuietUntil(database: Queryable, dispatchId: string): Promise<Date | undefined> {
  const { rows } = await database.query<{ dueAt: Date }>({
    name: 'find-quiet-time-of-campaign',
    text: `SELECT due_at AS "dueAt" FROM campaign_recipients
           WHERE dispatch_id = $1 AND state = 'pending' AND ${firstIn('released')} IS NULL
           ORDER BY due_at, sort_key LIMIT 1`,
    values: [dispatchId],
  });
  return rows[0]?.dueAt;
}

/** When the last pending recipient is due; undefined: none is pending. */
export async function findLatestDue(database: Queryable, dispatchId: string): Promise<Date | undefined> {
  const { rows } = await database.query<{ dueAt: Date }>({
    name: 'find-latest-due-campaign-recipient',
    text: `SELECT due_at AS "dueAt" FROM campaign_recipients WHERE dispatch_id = $1 AND state = 'pending'
           ORDER BY due_at DESC, sort_key DESC LIMIT 1`,
    values: [dispatchId],
  });
  return rows[0]?.dueAt;
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

/** The pending recipients of a dispatch that was canceled. */
export interface CanceledDispatch {
  dispatchId: string;
  campaignId: string;
  limit: number;
  now: Date;
}

/**
 * They have no mail, so no domain; only their end is counted. The order is that of the index of unfinished rows: the
 * order of the key would pass over all finished ones. All code that locks pending rows has locked the campaign.
 */
const CANCEL_PENDING = `
  WITH canceled AS (
    UPDATE campaign_recipients SET state = 'canceled'
    WHERE dispatch_id = $1 AND contact_id = ANY(ARRAY(
      SELECT contact_id FROM campaign_recipients WHERE dispatch_id = $1 AND state = 'pending'
      ORDER BY due_at, sort_key LIMIT $3 FOR NO KEY UPDATE))
    RETURNING account_id
  )
  INSERT INTO campaign_metrics AS counter (account_id, starts_at, campaign_id, domain_id, metric, slot, count)
  SELECT account_id, date_bin('15 minutes', $4::timestamptz, 'epoch'), $2, '${NIL_UUID}', 'tried', pg_backend_pid() % 8,
         count(*)
  FROM canceled GROUP BY account_id
  ON CONFLICT (account_id, starts_at, campaign_id, domain_id, metric, slot)
    DO UPDATE SET count = counter.count + excluded.count
  RETURNING (SELECT count(*) FROM canceled)::integer AS canceled`;

/** Cancels recipients that are pending. @returns how many */
export async function cancelPendingRecipients(
  client: Transaction,
  { dispatchId, campaignId, limit, now }: CanceledDispatch,
): Promise<number> {
  const { rows } = await client.query<{ canceled: number }>({
    name: 'cancel-pending-campaign-recipients',
    text: CANCEL_PENDING,
    values: [dispatchId, campaignId, limit, now],
  });
  return rows[0]?.canceled ?? 0;
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

const REMOVE_METRICS = `
  WITH links AS (
    DELETE FROM campaign_links WHERE campaign_id = ANY($1::uuid[])
  ), counts AS (
    DELETE FROM campaign_link_counts WHERE campaign_id = ANY($1::uuid[])
  )
  DELETE FROM campaign_metrics WHERE campaign_id = ANY($1::uuid[])`;

/**
 * Removes the counters and links of campaigns whose recipients were removed. The caller has locked the links
 * (links/lock-links.ts) since before it removed recipients, as a click that adds a link does.
 */
export async function removeCampaignMetrics(
  client: Transaction,
  campaignIds: readonly string[],
): Promise<void> {
  await client.query({ name: 'remove-campaign-metrics', text: REMOVE_METRICS, values: [campaignIds] });
}
