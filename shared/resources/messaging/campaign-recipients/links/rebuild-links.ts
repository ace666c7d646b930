// Counts the clicks on the links of a campaign again, from what its recipients have followed, in place of its counters.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** A count of a link that is not what the rows say. */
export interface LinkDifference {
  /** The id of the link. */
  id: string;
  name: 'clicks' | 'unique_clicks';
  shown: number;
  /** The count in the rows. */
  counted: number;
}

const FROM_ROWS = `
  SELECT link.id::uuid AS link_id, sum(link.clicks::integer)::integer AS clicks, count(*)::integer AS unique_clicks
  FROM campaign_recipients CROSS JOIN LATERAL jsonb_each_text(clicked_links) AS link (id, clicks)
  WHERE dispatch_id = $2 GROUP BY 1`;

const COMPARE = `
  SELECT link_id AS id, name, shown, counted
  FROM (SELECT link_id, sum(clicks)::integer AS clicks, sum(unique_clicks)::integer AS unique_clicks
        FROM campaign_link_counts WHERE campaign_id = $1 GROUP BY 1) AS counter
  FULL JOIN (${FROM_ROWS}) AS counted_again USING (link_id)
  CROSS JOIN LATERAL (VALUES
    ('clicks', coalesce(counter.clicks, 0), coalesce(counted_again.clicks, 0)),
    ('unique_clicks', coalesce(counter.unique_clicks, 0), coalesce(counted_again.unique_clicks, 0))) AS both_counts (name, shown, counted)
  WHERE shown <> counted ORDER BY link_id, name`;

const INSERT = `
  INSERT INTO campaign_link_counts (campaign_id, link_id, slot, clicks, unique_clicks)
  SELECT $1, link_id, 0, clicks, unique_clicks FROM (${FROM_ROWS}) AS counted ORDER BY link_id`;

interface LinksOfCampaign {
  campaignId: string;
  dispatchId: string;
}

/** Compares counters and rows. It reads all recipients of the dispatch. */
export async function findLinkDifferences(
  database: Queryable,
  { campaignId, dispatchId }: LinksOfCampaign,
): Promise<LinkDifference[]> {
  const { rows } = await database.query<LinkDifference>(COMPARE, [campaignId, dispatchId]);
  return rows;
}

/** Replaces the counters of the links. The caller holds all counters of campaigns (../rebuild-metrics.ts). */
export async function rebuildLinkCounts(
  client: Transaction,
  { campaignId, dispatchId }: LinksOfCampaign,
): Promise<void> {
  await client.query('DELETE FROM campaign_link_counts WHERE campaign_id = $1', [campaignId]);
  await client.query(INSERT, [campaignId, dispatchId]);
}
