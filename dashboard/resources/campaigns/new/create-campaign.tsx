// The dialog that makes a campaign: whom it is for, from whom, its subject, and what it begins with. It makes a draft, of which
// everything can be changed.
import { useState } from 'react';
import type { ApiFailure } from '../../../api/failure.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { Campaign } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall, useChange } from '../../../api/use-call.ts';
import { AudienceSelect } from '../../../audience/audience-select.tsx';
import { SegmentField } from '../../../audience/segment-field.tsx';
import { useAudiences } from '../../../audience/use-audiences.ts';
import { ComboBox, type ComboValue } from '../../../design/fields/combo/combo-box.tsx';
import { RadioCards } from '../../../design/fields/radio-cards.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';
import { newCampaignBody } from './new-campaign.ts';
import { readPublishedTemplates } from './published-templates.ts';

const BEGINNINGS = [
  { id: 'blank', label: 'Blank', hint: 'Write its code here, or turn it into a template.' },
  {
    id: 'template',
    label: 'A template',
    hint: 'Use the last published version of a template as the body.',
  },
];

const FIELDS = ['audience_id', 'segment_id', 'from', 'subject', 'template'];
const DOMAINS = { query: { limit: 100 } };

interface CreateCampaignProps {
  isOpen: boolean;
  /** The initial audience. */
  audienceId: string | undefined;
  segmentId: string | undefined;
  onClose(): void;
  onDone(campaign: Campaign): void;
}

/** The dialog. */
export function CreateCampaign({ isOpen, onClose, ...of }: CreateCampaignProps) {
  return (
    <Dialog title="New campaign" isOpen={isOpen} onClose={onClose}>
      <CreateForm {...of} onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function CreateForm({ onClose, onDone, ...begun }: Omit<CreateCampaignProps, 'isOpen'>) {
  const target = useTarget(begun);
  const [asked, setAsked] = useState<AskedContent>(NOTHING);
  const refused = useRefusal('createCampaign');
  const create = useChange('createCampaign', { onSuccess: onDone });
  const { from, subject, beginning, template } = asked;
  const isOfTemplate = beginning === 'template';
  const unchosen = isOfTemplate && template?.id === undefined ? 'Choose a template first.' : undefined;
  const submit = () => {
    const { audienceId, segmentId } = target;
    const templateId = isOfTemplate ? template?.id : undefined;
    create.mutate({ body: newCampaignBody({ audienceId, segmentId, from, subject, templateId }) });
  };
  return (
    <ChangeForm
      change={create}
      refusal={refused ?? target.refusal ?? unchosen}
      fields={FIELDS}
      onSubmit={submit}
      submitLabel="Create draft"
      onCancel={onClose}
    >
      <AudienceSelect
        audiences={target.audiences}
        value={target.audienceId}
        onChange={target.chooseAudience}
        error={fieldError(create.error, 'audience_id')}
      />
      <SegmentField
        label="To"
        placeholder="All contacts of the audience"
        hint="A segment. If you choose none, all contacts of the audience get it."
        value={target.segmentId}
        onChange={target.chooseSegment}
        audienceId={target.audienceId}
        error={fieldError(create.error, 'segment_id')}
      />
      <ContentFields
        asked={asked}
        set={(part) => setAsked((before) => ({ ...before, ...part }))}
        failure={create.error}
      />
    </ChangeForm>
  );
}

/** The fields of its content. */
interface AskedContent {
  from: string;
  subject: string;
  beginning: string;
  template: ComboValue | undefined;
}

const NOTHING: AskedContent = { from: '', subject: '', beginning: 'blank', template: undefined };

interface ContentFieldsProps {
  asked: AskedContent;
  set(part: Partial<AskedContent>): void;
  failure: ApiFailure | null;
}

function ContentFields({ asked, set, failure }: ContentFieldsProps) {
  const sender = useDefaultSender();
  return (
    <>
      <TextField
        label="From"
        value={asked.from}
        onChange={(from) => set({ from })}
        placeholder={sender ?? 'Acme <news@acme.com>'}
        hint={sender && 'Leave empty to use the default sender of your default domain.'}
        error={fieldError(failure, 'from')}
      />
      <TextField
        label="Subject"
        value={asked.subject}
        onChange={(subject) => set({ subject })}
        placeholder="What’s new in May"
        error={fieldError(failure, 'subject')}
        isRequired
        autoFocus
      />
      <RadioCards
        label="Start with"
        value={asked.beginning}
        onChange={(beginning) => set({ beginning })}
        options={BEGINNINGS}
      />
      {asked.beginning === 'template' && (
        <ComboBox
          label="Template"
          value={asked.template}
          onChange={(template) => set({ template })}
          read={readPublishedTemplates}
          placeholder="Name of a published template"
          error={fieldError(failure, 'template')}
          isRequired
        />
      )}
    </>
  );
}

/** The target of a new campaign. */
function useTarget(begun: { audienceId: string | undefined; segmentId: string | undefined }) {
  const { data, error } = useAudiences();
  const audiences = data?.data ?? [];
  const isOfSegment = begun.segmentId !== undefined;
  const { data: segment } = useCall('getSegment', { id: begun.segmentId ?? '' }, { isEnabled: isOfSegment });
  const [chosen, setChosen] = useState<string>();
  const [segmentId, chooseSegment] = useState(begun.segmentId);
  const ownDefault = audiences.find((each) => each.default)?.id;
  return {
    audiences,
    audienceId: chosen ?? segment?.audience_id ?? begun.audienceId ?? ownDefault,
    chooseAudience: (id: string) => {
      setChosen(id);
      chooseSegment(undefined);
    },
    segmentId,
    chooseSegment,
    refusal: data || error ? undefined : 'Loading your audiences.',
  };
}

/** The sender that the API uses without a From. */
function useDefaultSender(): string | undefined {
  const { data } = useCall('listDomains', DOMAINS);
  return data?.data.find((each) => each.default)?.default_from ?? undefined;
}
