// Campaigns that filters name: `campaign.<id>`. What a rule asks is a condition on the row that a contact has in the dispatch
// (docs/architecture/campaigns.md#what-is-stored).
import { CAMPAIGN_PREFIX } from '../../../../contract/segments/fields.ts';
import type { CAMPAIGN_PARTS } from '../../../../contract/segments/values.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { isUuidV7 } from '../../../../platform/time/ids.ts';
import { type RuleTree, ruleFieldNames } from '../../rules/rule.ts';

/** The name of the field of a campaign. */
export const campaignField = (id: string): string => `${CAMPAIGN_PREFIX}${id}`;

/** A part of the audience of a campaign. */
export type CampaignPart = (typeof CAMPAIGN_PARTS)[number];

/** A campaign as filters see it. */
export interface FilterCampaign {
  /** Null: its audience was not taken, or retention has removed its recipients. */
  dispatchId: string | null;
  isTaken: boolean;
}

/** Finds the campaigns of an account that filters name. Filters that name none cost nothing. */
export async function findNamedCampaigns(
  database: Queryable,
  accountId: string,
  filters: readonly RuleTree[],
): Promise<Map<string, FilterCampaign>> {
  const names = new Set(filters.flatMap(ruleFieldNames).filter((name) => name.startsWith(CAMPAIGN_PREFIX)));
  const ids = [...names].map((name) => name.slice(CAMPAIGN_PREFIX.length)).filter(isUuidV7);
  if (ids.length === 0) return new Map();
  const { rows } = await database.query<FilterCampaign & { id: string }>({
    name: 'find-campaigns-of-filters',
    text: `SELECT id, dispatch_id AS "dispatchId", taken_at IS NOT NULL AS "isTaken" FROM campaigns
           WHERE account_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL`,
    values: [accountId, ids],
  });
  return new Map(rows.map(({ id, ...campaign }) => [id, campaign]));
}

/** SQL of what the row of a contact must be. @param row the name of the row in SQL */
export function isPartOfCampaign(part: CampaignPart, row: string): string {
  switch (part) {
    case 'targeted':
      return 'true';
    case 'received':
      return `${row}.state IN ('sent', 'delivered', 'complained')`;
    // A person who complains has received the mail.
    case 'delivered':
      return `${row}.state IN ('delivered', 'complained')`;
    // A person who follows a link has opened the mail, whether or not opens are measured.
    case 'opened':
      return `(${row}.opened_at IS NOT NULL OR ${row}.clicked_at IS NOT NULL)`;
    case 'clicked':
    case 'unsubscribed':
      return `${row}.${part}_at IS NOT NULL`;
    case 'bounced':
    case 'complained':
      return `${row}.state = '${part}'`;
  }
}
