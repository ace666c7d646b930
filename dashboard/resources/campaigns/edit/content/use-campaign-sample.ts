// With what the mail of a campaign is shown and tested. A choice ends with what it was made from, because the API refuses it then: a
// contact with its audience, a variant with the comparison.
import { useState } from 'react';
import type { Campaign } from '../../../../api/generated/types.ts';
import type { ChosenContact } from '../../../../audience/contact-field.tsx';

/** What is chosen of it. */
export interface CampaignSample {
  /** Absent: a person of whom nothing is known. */
  contact?: ChosenContact | undefined;
  /** Key of a variant; absent: the first one, or the one that has won. */
  variant?: string | undefined;
}

type Stored = Pick<Campaign, 'audience_id' | 'ab_test'>;

/** Of a campaign as it is stored. @returns what holds now, and what chooses another */
export function useCampaignSample(campaign: Stored): [CampaignSample, (sample: CampaignSample) => void] {
  const { audience_id: audienceId } = campaign;
  const [chosen, choose] = useState<CampaignSample & { audienceId?: string }>({});
  return [validSample(campaign, chosen), (sample) => choose({ ...sample, audienceId })];
}

/** What still holds of a choice. @param chosen with the audience in which its contact is */
export function validSample(
  { audience_id, ab_test }: Stored,
  { contact, variant, audienceId }: CampaignSample & { audienceId?: string },
): CampaignSample {
  return {
    contact: audienceId === audience_id ? contact : undefined,
    variant: ab_test?.variants.find(({ key }) => key === variant)?.key,
  };
}

/** As the API takes it. */
export function sampleBody({ contact, variant }: CampaignSample) {
  return { ...(contact && { contact_id: contact.id }), ...(variant !== undefined && { variant }) };
}
