// The verb that counts the recipients of campaigns again.
import { DomainError } from '../../shared/contract/domain-error.ts';
import { isUuidV7, NIL_UUID } from '../../shared/platform/time/ids.ts';
import {
  findCountableCampaigns,
  rebuildCampaignStats,
} from '../../shared/resources/flows/campaigns/stats/rebuild-stats.ts';
import { UsageError, type Verb } from '../verb.ts';

const PAGE = 100;

export const rebuildStatsVerb: Verb = {
  summary: 'Counts the recipients of campaigns again, says which figures differed, and repairs them.',
  parameters: [],
  options: { campaign: { value: 'id', summary: 'only this campaign' } },
  audit: 'afterwards',
  async run({ campaign: id }, { database }) {
    if (id !== undefined && !isUuidV7(id)) throw new UsageError(`"${id}" is no id of a campaign.`);
    const data: object[] = [];
    let checked = 0;
    for (let after = NIL_UUID; ; ) {
      const page = await findCountableCampaigns(database, { after, id, limit: PAGE });
      for (const campaign of page) {
        const differences = await rebuildCampaignStats(database, campaign);
        if (differences.length > 0)
          data.push({ object: 'campaign', id: campaign.id, account_id: campaign.accountId, differences });
      }
      checked += page.length;
      after = page.at(-1)?.id ?? after;
      if (page.length < PAGE) break;
    }
    if (id !== undefined && checked === 0)
      throw new DomainError('not_found', 'There is no such campaign, or its audience was not taken yet.');
    return { object: 'list', checked, data };
  },
};
