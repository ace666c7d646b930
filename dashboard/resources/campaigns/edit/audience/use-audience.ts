// How many a campaign reaches, and who is left out: counted again when it goes to other people.
import { useQuery } from '@tanstack/react-query';
import { callUntil } from '../../../../api/call.ts';
import type { ApiFailure } from '../../../../api/failure.ts';
import type { Campaign, CampaignAudience } from '../../../../api/generated/types.ts';

type Target = Pick<Campaign, 'id' | 'audience_id' | 'segment_id' | 'topic_id' | 'timezone_property'>;

/**
 * @param campaign the stored one
 * @param press counts again, apart from the shown number; undefined: not pressed yet
 */
export function useAudience(campaign: Target, press: number | 'shown' | undefined = 'shown') {
  const { id, audience_id, segment_id, topic_id, timezone_property } = campaign;
  return useQuery<CampaignAudience, ApiFailure>({
    queryKey: ['getCampaignAudience', { id }, audience_id, segment_id, topic_id, timezone_property, press],
    queryFn: ({ signal }) => callUntil(signal, 'getCampaignAudience', { id }),
    enabled: press !== undefined,
    ...(press !== 'shown' && { gcTime: 0 }),
  });
}
