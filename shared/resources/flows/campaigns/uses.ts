// Finds an unfinished campaign that uses a thing, which then cannot be deleted: an audience, a segment, a topic, a
// template, a domain or a property of contacts. The caller has locked the account
// (shared/resources/foundation/accounts/lock.ts), as sending a campaign does, so none begins to use it. An account has
// CAMPAIGNS_UNFINISHED_MAX of them, so they are all read.
import { parseStoredMailbox } from '../../../mail/addresses.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { FindUse, UsedResource } from '../../foundation/in-use.ts';
import { type CampaignStatus, IS_UNFINISHED_CAMPAIGN } from './campaign.ts';

/** A campaign that uses something. */
export interface UsingCampaign {
  id: string;
  name: string;
  status: CampaignStatus;
  from: string;
  /** The name of a domain that is used. */
  domain: string | null;
}

/** The oldest unfinished campaign that uses it. What the filter of its segment uses is found by the filter. */
export const findCampaignUsing: FindUse = async (client, accountId, used) => {
  const [using] = await listCampaignsUsing(client, accountId, used);
  return using && `The unfinished campaign ${JSON.stringify(using.name)}`;
};

/** The unfinished campaigns that use it, the oldest first. */
export async function listCampaignsUsing(
  database: Queryable,
  accountId: string,
  used: UsedResource,
): Promise<UsingCampaign[]> {
  const found = conditionOf(used);
  if (!found) return [];
  const { condition, value } = found;
  const { rows } = await database.query<UsingCampaign>({
    name: `find-campaign-using-${used.kind}`,
    text: `SELECT campaigns.id, campaigns.name, campaigns.status, content.from_address AS from,
                  domains.name AS domain
           FROM campaigns JOIN campaign_contents AS content
             ON content.id = campaigns.content_id OR content.id = ANY(campaigns.variant_content_ids)
           LEFT JOIN domains ON domains.id = ${used.kind === 'domain' ? '$2::uuid' : 'NULL'}
           WHERE campaigns.account_id = $1 AND ${IS_UNFINISHED_CAMPAIGN} AND ${condition}
           ORDER BY campaigns.id`,
    values: [accountId, value],
  });
  const using = rows.filter(
    ({ from, domain }) => domain === null || parseStoredMailbox(from)?.domain === domain,
  );
  // A campaign has a row for each of its contents.
  return [...new Map(using.map((row) => [row.id, row])).values()];
}

/** @returns SQL, where `$2` is the value; undefined: no campaign uses such a thing itself */
function conditionOf(used: UsedResource): { condition: string; value: unknown } | undefined {
  switch (used.kind) {
    case 'audience':
    case 'segment':
    case 'topic':
      return { condition: `campaigns.${used.kind}_id = $2::uuid`, value: used.id };
    case 'template':
      return { condition: 'content.template_id::text = ANY($2::text[])', value: used.names };
    case 'domain':
      return { condition: 'domains.id IS NOT NULL', value: used.id };
    case 'contact_property':
      return { condition: 'campaigns.timezone_property = $2::text', value: used.key };
    case 'campaign':
    case 'poll':
      return undefined;
  }
}
