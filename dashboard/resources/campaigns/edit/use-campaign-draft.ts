// The draft of a campaign: saved as one types, never over what another person has changed since.
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { asFailure } from '../../../api/failure.ts';
import type { Campaign } from '../../../api/generated/types.ts';
import { readOf } from '../../../api/use-call.ts';
import { type DraftInUse, useDraft } from '../../../editing/use-draft.ts';
import { aboutSource } from '../../templates/editor/about-source.ts';
import {
  CAMPAIGN_LABELS,
  CAMPAIGN_SOURCE_FIELDS,
  type CampaignSource,
  campaignBody,
  draftOf,
  type EditedCampaign,
  sourceInWords,
} from './campaign-draft.ts';

/** The draft. */
export function useCampaignDraft(campaign: Campaign): DraftInUse<EditedCampaign> {
  const { id } = campaign;
  const client = useQueryClient();
  const draft = useDraft({
    of: `campaigns/${id}`,
    record: campaign,
    valuesOf: draftOf,
    labels: CAMPAIGN_LABELS,
    save: async (changes, ifUpdatedAt) => {
      try {
        const body = { ...campaignBody(changes), if_updated_at: ifUpdatedAt };
        const saved = await call('updateCampaign', { id, body });
        client.setQueryData(readOf('getCampaign', { id }).queryKey, saved);
        return saved;
      } catch (error) {
        throw aboutSource(asFailure(error), CAMPAIGN_SOURCE_FIELDS);
      }
    },
    read: () => call('getCampaign', { id }),
  });
  return { ...draft, conflicts: draft.conflicts.map(inWords) };
}

/** The bodies to choose from, as lines. */
function inWords(conflict: DraftInUse<EditedCampaign>['conflicts'][number]) {
  if (conflict.field !== 'source') return conflict;
  const [mine, theirs] = [conflict.mine, conflict.theirs].map((each) =>
    sourceInWords(each as CampaignSource),
  );
  return { ...conflict, mine, theirs };
}
