// Deletes contents of campaigns that nothing refers to. The caller knows that no email was made from them.
import type { Queryable } from '../../../platform/db/connect.ts';

/** Deletes contents by their ids: those of a draft that was edited or deleted. */
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
