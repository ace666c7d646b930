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
  {
    id: 'not_opened',
    label: 'People who did not open it',
    hint: 'They got the email, and no open was measured.',
  },
  {
    id: 'not_clicked',
    label: 'People who did not click',
    hint: 'They got the email, and no click was measured.',
  },
  {
    id: 'not_received',
    label: 'People who did not get it',
    hint: 'The email was meant for them but did not reach them.',
  },
  { id: 'new', label: 'New people', hint: 'They joined the audience or segment later.' },
  { id: ALL, label: 'Everyone, as before', hint: 'A copy with the same audience.' },
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
  submitLabel: 'Create draft',
  Fields: ({ field }) => (
    <>
      <RadioCards {...field('audience')} label="Who gets the follow-up?" options={OPTIONS} />
      <p>The draft is a copy that you can edit. Posthorn selects the recipients when you send it.</p>
    </>
  ),
  onDone: ({ id }, { close, navigate }) => {
    close();
    notify('Draft created. You can edit it now.');
    navigate(editPath(id));
  },
});
