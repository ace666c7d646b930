// What each section of the page on which a campaign is written is given.
import type { ApiFailure } from '../../../api/failure.ts';
import type { Campaign } from '../../../api/generated/types.ts';
import type { DraftInUse } from '../../../editing/use-draft.ts';
import type { EditedCampaign } from './campaign-draft.ts';

/** A section shows what is edited, and says what is wrong with it. */
export interface SectionProps {
  /** As the server has it. */
  campaign: Campaign;
  values: EditedCampaign;
  change: DraftInUse<EditedCampaign>['change'];
  failure: ApiFailure | undefined;
  /** Why the person may not change it. */
  refusal: string | undefined;
  /** It is paused: whom it goes to, how it is tested and when stay as they are. */
  isLocked: boolean;
}
