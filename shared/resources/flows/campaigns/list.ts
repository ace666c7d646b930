// The list of the campaigns of an account, without what they say, with how far each is and what became of its mail.
import type { Queryable } from '../../../platform/db/connect.ts';
import { equals, findPageOf, type List } from '../../../platform/db/list.ts';
import { type Page, type PageRequest, patternOf } from '../../../platform/db/page.ts';
import type { Tracking } from '../../messaging/emails/email.ts';
import { CAMPAIGN_COLUMNS, type Campaign, type CampaignStatus } from './campaign.ts';
import { findSendingDomains, measuredOf } from './checklist/senders.ts';
import { type CampaignStats, COUNTERS_OF_CAMPAIGN, type FoundStats, statsOf } from './stats/find-stats.ts';

interface CampaignFilters {
  status?: CampaignStatus | undefined;
  q?: string | undefined;
}

/** A campaign in the list. */
export interface ListedCampaign {
  campaign: Campaign;
  measured: Tracking;
  /** Null: its audience was not taken yet. */
  counts: ListedCounts | null;
}

/** The figures that the list shows. */
type ListedCounts = Pick<
  CampaignStats,
  'recipients' | 'pending' | 'sent' | 'delivered' | 'unique_opened' | 'unique_clicked'
>;

type ListedRow = Campaign & { from: string; counts: FoundStats['counts'] };

export const CAMPAIGN_LIST: List<ListedRow, Pick<CampaignFilters, 'status'>, Pick<CampaignFilters, 'q'>> = {
  columns: `${CAMPAIGN_COLUMNS}, ${COUNTERS_OF_CAMPAIGN} AS counts,
    (SELECT from_address FROM campaign_contents WHERE id = campaigns.content_id) AS "from"`,
  from: 'campaigns',
  within: 'account_id',
  where: 'deleted_at IS NULL',
  filters: { status: equals('status') },
  searched: { q: (text, parameter) => `name ILIKE ${parameter(patternOf(text))}` },
};

/** Lists campaigns of an account. The counters are read with the page, so that they belong to what it says. */
export async function listCampaigns(
  database: Queryable,
  accountId: string,
  page: PageRequest,
  filters: CampaignFilters,
): Promise<Page<ListedCampaign & { id: string }>> {
  const found = await findPageOf(database, CAMPAIGN_LIST, accountId, page, filters);
  const froms = found.rows.map(({ from }) => from);
  const domains = await findSendingDomains(database, accountId, froms);
  const rows = found.rows.map(({ from, counts, ...campaign }) => ({
    id: campaign.id,
    campaign,
    measured: measuredOf(campaign, domains.of(from)),
    counts: campaign.dispatchId === null ? null : listedCounts(statsOfRow(campaign, counts)),
  }));
  return { ...found, rows };
}

const sumOf = (reasons: Readonly<Record<string, number>>) =>
  Object.values(reasons).reduce((sum, count) => sum + count, 0);

function statsOfRow({ total, leftOut, leftOutLater }: Campaign, counts: FoundStats['counts']): CampaignStats {
  return statsOf({ total: total ?? 0, leftOut: sumOf(leftOut) + sumOf(leftOutLater), counts });
}

/** Picks the figures for the list. */
export function listedCounts({
  recipients,
  pending,
  sent,
  delivered,
  unique_opened,
  unique_clicked,
}: CampaignStats): ListedCounts {
  return { recipients, pending, sent, delivered, unique_opened, unique_clicked };
}
