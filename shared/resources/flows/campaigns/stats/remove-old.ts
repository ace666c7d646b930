// Retention of stats of campaigns: they are removed with the last recipients. The campaign stays, without a known
// audience: with its total and the numbers that were left out.
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { uuidV7LowerBound } from '../../../../platform/time/ids.ts';
import { lockCampaignLinks } from '../../../messaging/campaign-recipients/links/lock-links.ts';
import { removeCampaignMetrics } from '../../../messaging/campaign-recipients/unfinished.ts';
import { IS_UNFINISHED_CAMPAIGN } from '../campaign.ts';

const CAMPAIGNS_AT_ONCE = 100;

const FORGET = `
  UPDATE campaigns SET dispatch_id = NULL
  WHERE id = ANY(ARRAY(
    SELECT id FROM campaigns
    WHERE dispatch_id < $1::uuid AND NOT (${IS_UNFINISHED_CAMPAIGN})
      AND NOT EXISTS (SELECT FROM campaign_recipients WHERE campaign_recipients.dispatch_id = campaigns.dispatch_id)
    ORDER BY dispatch_id LIMIT ${CAMPAIGNS_AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED))
  RETURNING id`;

/** Removes the stats of campaigns that began before a time. @returns whether there may be more */
export async function removeOldStats(database: Database, end: Date): Promise<boolean> {
  return await transaction(database, async (client) => {
    const { rows } = await client.query<{ id: string }>({
      name: 'forget-dispatches-of-campaigns',
      text: FORGET,
      values: [uuidV7LowerBound(end)],
    });
    const ids = rows.map(({ id }) => id);
    await lockCampaignLinks(client, ids);
    await removeCampaignMetrics(client, ids);
    return rows.length === CAMPAIGNS_AT_ONCE;
  });
}
