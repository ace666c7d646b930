// The button that sends a campaign, or takes back that it is to be sent. Errors of the checklist hold it, and so does what is not
// saved: what is stored is sent. The server judges once more.
import { useState } from 'react';
import type { Campaign } from '../../../../api/generated/types.ts';
import { useRefusal } from '../../../../api/session.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { loadedDialog } from '../../../../design/lazy/loaded-dialog.tsx';
import type { SavedState } from '../../../../editing/saved-words.tsx';
import { useClock } from '../../../../format/clock.ts';
import { unsavedWords } from '../../../templates/editor/acts/work-act.ts';
import { errorWords } from '../checklist/finding-counts.ts';
import { useKnownCheck } from '../checklist/known-check.ts';
import { chosenTimeFault } from '../schedule/chosen-time.ts';
import { useChosenTime } from '../schedule/use-chosen-time.ts';
import { useTakeBack } from './take-back.ts';

const SendDialog = loadedDialog(() => import('./send-dialog.tsx').then((it) => it.SendDialog));

interface SendCampaignProps {
  campaign: Campaign;
  draft: Pick<SavedState, 'state' | 'retry'>;
}

/** The button; nothing for a campaign that has begun. */
export function SendCampaign({ campaign, draft }: SendCampaignProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    // Typed text is saved first.
    if (draft.state === 'saving') draft.retry();
    setOpen(true);
  };
  return (
    <>
      {campaign.status === 'draft' && <Send campaign={campaign} draft={draft} onPress={open} />}
      {campaign.status === 'scheduled' && <Unschedule campaign={campaign} />}
      {/* It stays when the campaign is sent in another place, and says so. */}
      <SendDialog
        campaign={campaign}
        isSaved={draft.state === 'saved'}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

function Send({ campaign, draft, onPress }: SendCampaignProps & { onPress(): void }) {
  const { time, zone } = useChosenTime(campaign.id);
  const { known } = useKnownCheck(campaign.id);
  // The shown time may pass.
  useClock();
  const refusal = useRefusal('sendCampaign') ?? unsavedWords(draft.state) ?? errorWords(known?.findings);
  const fault = chosenTimeFault(time, { now: new Date(), zone })?.message;
  return (
    <Button variant="filled" refusal={refusal ?? fault} onPress={onPress}>
      {time.kind === 'now' ? 'Send…' : 'Schedule…'}
    </Button>
  );
}

function Unschedule({ campaign: { id } }: Pick<SendCampaignProps, 'campaign'>) {
  const takeBack = useTakeBack();
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      isBusy={isBusy}
      refusal={useRefusal('cancelCampaign')}
      onPress={() => {
        setBusy(true);
        void takeBack(id).finally(() => setBusy(false));
      }}
    >
      Unschedule
    </Button>
  );
}
