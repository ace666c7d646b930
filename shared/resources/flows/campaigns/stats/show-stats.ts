// The figures of a campaign as GET /campaigns/:id/stats shows them: those of the campaign, and those of its variants.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { CampaignPath } from '../campaign.ts';
import { requireCampaign } from '../find.ts';
import { type CampaignStats, findCampaignStats } from './find-stats.ts';
import { findTestResults, type TestResults } from './find-variants.ts';

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
  const stats = await findCampaignStats(database, accountId, id);
  return { id, stats, test: abTest && (await findTestResults(database, { accountId, id, abTest })) };
}
