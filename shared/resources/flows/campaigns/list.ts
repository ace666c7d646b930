// The list of the campaigns of an account, without what they say.
import { equals, type List } from '../../../platform/db/list.ts';
import { patternOf } from '../../../platform/db/page.ts';
import { CAMPAIGN_COLUMNS, type Campaign, type CampaignStatus } from './campaign.ts';

export const CAMPAIGN_LIST: List<
  Campaign,
  { status?: CampaignStatus | undefined },
  { q?: string | undefined }
> = {
  columns: CAMPAIGN_COLUMNS,
  from: 'campaigns',
  within: 'account_id',
  where: 'deleted_at IS NULL',
  filters: { status: equals('status') },
  searched: { q: (text, parameter) => `name ILIKE ${parameter(patternOf(text))}` },
};
