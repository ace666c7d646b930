// The button that sends a test of a campaign, with the contact and the variant of the preview, and its dialog.
import Send from 'lucide-react/icons/send';
import type { Campaign } from '../../../../api/generated/types.ts';
import { useRefusal } from '../../../../api/session.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { loadedDialog } from '../../../../design/lazy/loaded-dialog.tsx';
import type { DraftInUse } from '../../../../editing/use-draft.ts';
import { unsavedWords } from '../../../templates/editor/acts/work-act.ts';
import type { EditedCampaign } from '../campaign-draft.ts';
import { type CampaignSample, sampleBody } from './campaign-sample.ts';

const SendTest = loadedDialog(() =>
  import('../../../templates/mail/send-test.tsx').then((it) => it.SendTest<'testCampaign'>),
);

interface SendCampaignTestProps {
  campaign: Campaign;
  sample: CampaignSample;
  draft: Pick<DraftInUse<EditedCampaign>, 'state'>;
  isOpen: boolean;
  onOpen(): void;
  onClose(): void;
}

/** Both. */
export function SendCampaignTest({
  campaign,
  sample,
  draft,
  isOpen,
  onOpen,
  onClose,
}: SendCampaignTestProps) {
  const { contact, variant } = sample;
  const values = contact ? `The test uses the values of ${contact.label}` : 'The test uses fallback values';
  return (
    <>
      <Button icon={Send} refusal={useRefusal('testCampaign') ?? unsavedWords(draft.state)} onPress={onOpen}>
        Send test
      </Button>
      <SendTest
        operation="testCampaign"
        id={campaign.id}
        values={sampleBody(sample)}
        valuesInWords={variant === undefined ? `${values}.` : `${values} and variant ${variant}.`}
        isSaved={draft.state === 'saved'}
        isOpen={isOpen}
        onClose={onClose}
      />
    </>
  );
}
