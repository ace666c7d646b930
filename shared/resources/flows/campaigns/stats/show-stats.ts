// The figures of a campaign as GET /campaigns/:id/stats shows them: the campaign's and its variants'.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { CampaignPath } from '../campaign.ts';
import { requireCampaign } from '../find.ts';
import { type CampaignStats, findCampaignCounts, statsOf } from './find-stats.ts';
import { resultsOf, type TestResults } from './find-variants.ts';

/** The figures of a campaign. */
export interface ShownStats {
  id: string;
  stats: CampaignStats;
  /** Null: it tests nothing. */
  test: TestResults | null;
}

/** @throws DomainError `not_found` */
export async function showCampaignStats(database: Queryable, path: CampaignPath): Promise<ShownStats> {
  const { id, accountId, abTest } = await requireCampaign(database, path);
  const found = await findCampaignCounts(database, accountId, id);
  return { id, stats: statsOf(found), test: abTest && resultsOf(abTest, found.counts) };
}
