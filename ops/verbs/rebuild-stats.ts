// The verb that counts the recipients of campaigns and the votes of polls again.
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import { isUuidV7, NIL_UUID } from '../../shared/platform/time/ids.ts';
import {
  findCountableCampaigns,
  rebuildCampaignStats,
} from '../../shared/resources/flows/campaigns/stats/rebuild-stats.ts';
import { rebuildPollCounters } from '../../shared/resources/messaging/polls/rebuild-counters.ts';
import { UsageError, type Verb } from '../verb.ts';

const PAGE = 100;

export const rebuildStatsVerb: Verb = {
  summary:
    'Recounts the recipients of campaigns and the votes of polls, shows which numbers differed, and repairs them.',
  parameters: [],
  options: { campaign: { value: 'id', summary: 'only this campaign and its polls' } },
  audit: 'afterwards',
  async run({ campaign: id }, { database }) {
    if (id !== undefined && !isUuidV7(id)) throw new UsageError(`"${id}" is not the id of a campaign.`);
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
      throw new DomainError('not_found', 'The campaign does not exist or has not started.');
    data.push(...(await rebuildPolls(database, id)));
    return { object: 'list', checked, data };
  },
};

async function rebuildPolls(database: Database, campaignId: string | undefined): Promise<object[]> {
  const data: object[] = [];
  for (let after = NIL_UUID; ; ) {
    const { ids, differences } = await rebuildPollCounters(database, { after, campaignId, limit: PAGE });
    for (const { pollId: id, accountId, optionId, shown, counted } of differences)
      data.push({
        object: 'poll',
        id,
        account_id: accountId,
        differences: [{ name: `options.${optionId}.votes`, shown, counted }],
      });
    after = ids.at(-1) ?? after;
    if (ids.length < PAGE) return data;
  }
}
