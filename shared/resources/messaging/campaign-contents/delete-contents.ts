// Deletes contents of campaigns that nothing refers to. The caller knows that no email was made from them.
import type { Queryable } from '../../../platform/db/connect.ts';

/** Deletes contents by their ids: the contents of an edited draft. */
export async function deleteCampaignContents(
  client: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  await client.query({
    name: 'delete-campaign-contents',
    text: 'DELETE FROM campaign_contents WHERE id = ANY ($2::uuid[]) AND account_id = $1',
    values: [accountId, ids],
  });
}

/** Deletes all contents of a campaign: of one that was deleted before it started. */
export async function deleteContentsOfCampaign(
  client: Queryable,
  accountId: string,
  campaignId: string,
): Promise<void> {
  await client.query({
    name: 'delete-contents-of-campaign',
    text: 'DELETE FROM campaign_contents WHERE campaign_id = $2 AND account_id = $1',
    values: [accountId, campaignId],
  });
}
