// Counts the events of a campaign's recipients again, and replaces its counters. Rows have only the first time of
// repeated events, so all of them are counted at that time.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import { nameOfVariant } from './record-events.ts';

/** The campaign whose counters are replaced. */
export interface RebuiltCampaign {
  campaignId: string;
  accountId: string;
  dispatchId: string;
}

const IS_FAILURE = `state IN ('bounced', 'failed')`;

/** Name, time and number of what a row counts for; corrections are as in emails/metrics/counts.ts. */
const COUNTED = `
  ('sent', sent_at, 1), ('sent_superseded', CASE WHEN ${IS_FAILURE} THEN sent_at END, 1),
  ('delivered', delivered_at, 1), ('delivered_superseded', CASE WHEN ${IS_FAILURE} THEN delivered_at END, 1),
  ('bounced', bounced_at, 1), ('bounced_' || bounce_type, bounced_at, 1),
  ('bounced_superseded', CASE WHEN state <> 'bounced' THEN bounced_at END, 1),
  ('failed', failed_at, 1), ('failed_superseded', CASE WHEN state <> 'failed' THEN failed_at END, 1),
  ('complained', complained_at, 1), ('suppressed', suppressed_at, 1), ('unsubscribed', unsubscribed_at, 1),
  ('unique_opened', opened_at, 1), ('opened', coalesce(opened_at, sent_at, due_at), opens),
  ('unique_clicked', clicked_at, 1), ('clicked', coalesce(clicked_at, sent_at, due_at), clicks),
  ('machine_opened', coalesce(sent_at, due_at), machine_opens),
  ('machine_clicked', coalesce(sent_at, due_at), machine_clicks),
  ('delivery_delayed', coalesce(sent_at, due_at), delays),
  ('tried', CASE WHEN state NOT IN ('pending', 'released', 'left_out')
            THEN coalesce(least(sent_at, bounced_at, failed_at, suppressed_at), due_at) END, 1)`;

/** A campaign has one sender. */
const FIND_DOMAIN = `
  SELECT coalesce(
    (SELECT domain_id FROM campaign_metrics WHERE campaign_id = $1 AND domain_id <> '${NIL_UUID}' LIMIT 1),
    (SELECT domain_id FROM emails WHERE id = (
       SELECT email_id FROM campaign_recipients WHERE dispatch_id = $2 AND email_id IS NOT NULL LIMIT 1)),
    '${NIL_UUID}') AS "domainId"`;

const INSERT = `
  INSERT INTO campaign_metrics (account_id, starts_at, campaign_id, domain_id, metric, slot, count)
  SELECT $1, date_bin('15 minutes', at, 'epoch'), $2, $4, metric, 0, sum(number)
  FROM campaign_recipients CROSS JOIN LATERAL (VALUES ${COUNTED}) AS counted (name, at, number)
  CROSS JOIN LATERAL (VALUES (name), (${nameOfVariant('variant', 'name')})) AS named (metric)
  WHERE dispatch_id = $3 AND at IS NOT NULL AND number > 0 AND metric IS NOT NULL
  GROUP BY 2, metric ORDER BY 2, metric`;

/**
 * Lets no other transaction count until this one ends, so that the rows and counters that it reads belong together. New
 * events wait.
 */
export async function lockCampaignMetrics(client: Transaction): Promise<void> {
  await client.query('LOCK TABLE campaign_metrics IN SHARE ROW EXCLUSIVE MODE');
}

/** Replaces the counters of a campaign. The caller holds all counters. */
export async function rebuildCampaignMetrics(
  client: Transaction,
  { campaignId, accountId, dispatchId }: RebuiltCampaign,
): Promise<void> {
  const { rows } = await client.query<{ domainId: string }>(FIND_DOMAIN, [campaignId, dispatchId]);
  await client.query('DELETE FROM campaign_metrics WHERE campaign_id = $1', [campaignId]);
  await client.query(INSERT, [accountId, campaignId, dispatchId, rows[0]?.domainId ?? NIL_UUID]);
}
