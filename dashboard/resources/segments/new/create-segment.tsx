// The dialog that makes a segment: its name, its audience where there are several, and how contacts join it. One by rules is
// made on a page of its own, once one sees whom its rules find.
import { useState } from 'react';
import { useLocation } from 'wouter';
import { LIST_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { Segment } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { AudienceSelect } from '../../../audience/audience-select.tsx';
import { useAudiences } from '../../../audience/use-audiences.ts';
import { notify } from '../../../design/feedback/toaster.tsx';
import { RadioCards } from '../../../design/fields/radio-cards.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';
import { INTO_RECORD } from '../../../records/into-record.ts';
import { NEW_SEGMENT, SEGMENTS_PATH } from '../list.ts';

const KINDS = [
  {
    id: 'rules',
    label: 'With rules',
    hint: 'Always contains everyone who matches, such as all contacts on plan pro.',
  },
  {
    id: 'hand',
    label: 'By hand',
    hint: 'Contains the contacts that you, an import or an automation add.',
  },
];

interface CreateSegmentProps {
  isOpen: boolean;
  onClose(): void;
}

/** The dialog; it opens the record, or to the page of the rules. */
export function CreateSegment({ isOpen, onClose }: CreateSegmentProps) {
  return (
    <Dialog title="New segment" isOpen={isOpen} onClose={onClose}>
      <CreateForm onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function CreateForm({ onClose }: { onClose(): void }) {
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [kind, setKind] = useState('rules');
  const { data: audiences } = useAudiences();
  const [audienceId, setAudienceId] = useState<string>();
  const create = useChange('createSegment', {
    onSuccess: (segment: Segment) => {
      notify(`Segment ${segment.name} created.`);
      navigate(`${SEGMENTS_PATH}/${segment.id}`, INTO_RECORD);
    },
  });
  const of = audienceId === undefined ? {} : { audience_id: audienceId };
  const submit = () => {
    if (kind === 'hand') create.mutate({ body: { name: name.trim(), ...of } });
    else navigate(`${SEGMENTS_PATH}/${NEW_SEGMENT}?${new URLSearchParams({ name: name.trim(), ...of })}`);
  };
  return (
    <ChangeForm
      change={create}
      refusal={useRefusal('createSegment')}
      fields={['name']}
      onSubmit={submit}
      submitLabel={kind === 'hand' ? 'Create segment' : 'Continue to rules'}
      onCancel={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        placeholder="On plan pro"
        error={fieldError(create.error, 'name')}
        maxLength={LIST_NAME_MAX_LENGTH}
        autoFocus
      />
      <AudienceSelect
        audiences={audiences?.data ?? []}
        value={audienceId}
        onChange={setAudienceId}
        hint="The contacts that the segment can contain. You cannot change it later."
      />
      <RadioCards label="How contacts join" value={kind} onChange={setKind} options={KINDS} />
    </ChangeForm>
  );
}
