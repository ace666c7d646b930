// The dialog that makes a draft of a campaign: for a part of its audience, by what became of it, or for all.
import type { CAMPAIGN_FOLLOW_UPS } from '../../../../../shared/contract/campaigns/values.ts';
import type { Campaign } from '../../../../api/generated/types.ts';
import { notify } from '../../../../design/feedback/toaster.tsx';
import { RadioCards } from '../../../../design/fields/radio-cards.tsx';
import { changeDialog } from '../../../../records/change-dialog.tsx';
import { editPath } from '../../list.ts';

/** The choice of the whole audience for the copy. */
const ALL = 'all';
type Audience = (typeof CAMPAIGN_FOLLOW_UPS)[number];

const OPTIONS: readonly { id: Audience | typeof ALL; label: string; hint: string }[] = [
  { id: 'not_opened', label: 'Those who have not opened it', hint: 'They got it, and no open was measured.' },
  { id: 'not_clicked', label: 'Those who followed no link', hint: 'They got it, and no click was measured.' },
  { id: 'not_received', label: 'Those who did not get it', hint: 'It was for them, and did not reach them.' },
  { id: 'new', label: 'Those who are new', hint: 'They came to its audience or segment later.' },
  { id: ALL, label: 'All, as before', hint: 'A plain copy with the same audience.' },
];

/** The dialog. */
export const FollowUp = changeDialog({
  operation: 'duplicateCampaign',
  title: 'Follow up',
  fields: [],
  begin: (_campaign: Pick<Campaign, 'id'>) => ({ audience: 'not_opened' }),
  input: ({ audience }, { id }) => ({
    id,
    body: audience === ALL ? {} : { audience: audience as Audience },
  }),
  submitLabel: 'Make the draft',
  Fields: ({ field }) => (
    <>
      <RadioCards {...field('audience')} label="Whom is it for?" options={OPTIONS} />
      <p>
        The draft says what this campaign says until you change it. Who belongs to a part is judged when it is
        sent.
      </p>
    </>
  ),
  onDone: ({ id }, { close, navigate }) => {
    close();
    notify('The draft is ready to be changed.');
    navigate(editPath(id));
  },
});
