// With what the mail of a campaign is shown and tested. A choice ends with what it was made from, because the API refuses it then: a
// contact with its audience, a variant with the comparison. Pure.
import type { Campaign } from '../../../../api/generated/types.ts';

/** The chosen sample. */
export interface CampaignSample {
  /** The contact; absent: an unknown person. */
  contact?: { id: string; label: string } | undefined;
  /** Key of a variant; absent: the first one, or the one that has won. */
  variant?: string | undefined;
}

/** A choice, with the audience in which its contact is. */
export interface ChosenSample extends CampaignSample {
  audienceId?: string;
}

/** The part of a choice that is still valid for the stored campaign. */
export function validSample(
  { audience_id, ab_test }: Pick<Campaign, 'audience_id' | 'ab_test'>,
  { contact, variant, audienceId }: ChosenSample,
): CampaignSample {
  return {
    contact: audienceId === audience_id ? contact : undefined,
    variant: ab_test?.variants.find(({ key }) => key === variant)?.key,
  };
}

/** The sample in the form of the API. */
export function sampleBody({ contact, variant }: CampaignSample) {
  return { ...(contact && { contact_id: contact.id }), ...(variant !== undefined && { variant }) };
}
