// What each section of the page on which a campaign is written is given.
import type { ApiFailure } from '../../../api/failure.ts';
import type { Campaign } from '../../../api/generated/types.ts';
import type { DraftInUse } from '../../../editing/use-draft.ts';
import type { EditedCampaign } from './campaign-draft.ts';

/** A section shows the edited values, and their faults. */
export interface SectionProps {
  /** The campaign as the server has it. */
  campaign: Campaign;
  values: EditedCampaign;
  change: DraftInUse<EditedCampaign>['change'];
  failure: ApiFailure | undefined;
  /** Why the person may not change it. */
  refusal: string | undefined;
  /** Whether it is paused: then its target, its test and its time cannot change. */
  isLocked: boolean;
}
