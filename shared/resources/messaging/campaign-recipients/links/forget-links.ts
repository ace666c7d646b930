// Forgets the urls that only an erased person has followed. A url may identify the person who follows it, if each
// recipient has one of their own. Its counts stay, and another person who follows it restores the url
// (identify-links.ts).
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { lockCampaignLinks } from './lock-links.ts';

/** Recipients whose links are forgotten. */
export interface FollowersOfLinks {
  campaigns: readonly { id: string; dispatchId: string | null }[];
  contactIds: readonly string[];
}

const FORGET = `
  UPDATE campaign_links AS link SET url = ''
  FROM unnest($1::uuid[], $2::uuid[]) AS campaign (id, dispatch_id) CROSS JOIN unnest($3::uuid[]) AS contact (id)
  CROSS JOIN LATERAL (
    SELECT clicked_links FROM campaign_recipients
    WHERE dispatch_id = campaign.dispatch_id AND contact_id = contact.id OFFSET 0) AS recipient
  CROSS JOIN LATERAL jsonb_object_keys(clicked_links) AS followed (id)
  WHERE link.campaign_id = campaign.id AND link.id = followed.id::uuid
    AND (SELECT sum(unique_clicks) FROM campaign_link_counts AS counter
         WHERE counter.campaign_id = link.campaign_id AND counter.link_id = link.id) = 1`;

/** Forgets them. The caller has locked the emails of the person, and not yet the recipients. */
export async function forgetLinks(
  client: Transaction,
  { campaigns, contactIds }: FollowersOfLinks,
): Promise<void> {
  await lockCampaignLinks(
    client,
    campaigns.map(({ id }) => id),
  );
  await client.query({
    name: 'forget-campaign-links',
    text: FORGET,
    values: [campaigns.map(({ id }) => id), campaigns.map(({ dispatchId }) => dispatchId), contactIds],
  });
}
