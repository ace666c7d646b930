// The dialog that enrols a contact, a segment or the whole audience in an automation. It says first how many that are; from a
// thousand on their number is typed.
import type { Automation } from '../../../../api/generated/types.ts';
import { type ChosenContact, ContactField } from '../../../../audience/contact-field.tsx';
import { SegmentField } from '../../../../audience/segment-field.tsx';
import { notify } from '../../../../design/feedback/toaster.tsx';
import { RadioCards } from '../../../../design/fields/radio-cards.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { changeDialog, type DraftForm } from '../../../../records/change-dialog.tsx';
import { batchPath } from '../../list.ts';
import {
  type EnrolDraft,
  enrolBody,
  enrolLabel,
  notReadyWords,
  REENTRY_WORDS,
  typedFor,
} from './enrol-words.ts';
import { useEnrolCount } from './use-enrol-count.ts';

type Enrolled = Pick<Automation, 'id' | 'audience_id' | 'reentry'>;

interface EnrolProps {
  automation: Automation;
  isOpen: boolean;
  onClose(): void;
}

const KINDS: readonly { id: EnrolDraft['kind']; label: string; hint: string }[] = [
  { id: 'contact', label: 'One contact', hint: 'Search by address or name.' },
  {
    id: 'segment',
    label: 'A segment',
    hint: 'Everyone who is in the segment when the enrolment reaches them.',
  },
  { id: 'all', label: 'All contacts', hint: 'Everyone who is in the audience of the automation now.' },
];

/** The dialog. */
export function Enrol({ automation, ...dialog }: EnrolProps) {
  return <EnrolDialog {...dialog} of={automation} />;
}

const EnrolDialog = changeDialog({
  operation: 'enrollContacts',
  title: 'Enrol contacts',
  fields: ['segment_id'],
  begin: (_automation: Enrolled): EnrolDraft => ({
    kind: 'contact',
    contact: undefined,
    segmentId: undefined,
    typed: '',
  }),
  input: (draft, { id }) => ({ id, body: enrolBody(draft) }),
  submitLabel: 'Enrol',
  useMore: (draft, automation) => {
    const count = useEnrolCount(draft, automation);
    return { refusal: notReadyWords(draft, count), submitLabel: enrolLabel(count) };
  },
  Fields,
  onDone: ({ id }, { of, close, navigate }) => {
    close();
    notify('Enrolment started.');
    navigate(batchPath(of.id, id));
  },
});

function Fields({ draft, of, field, set }: DraftForm<EnrolDraft, Enrolled>) {
  const typed = typedFor(useEnrolCount(draft, of));
  const setContact = (contact: ChosenContact | undefined) => set({ contact });
  return (
    <>
      <RadioCards
        label="Who is enrolled?"
        value={draft.kind}
        onChange={(kind) => set({ kind: kind as EnrolDraft['kind'] })}
        options={KINDS}
      />
      {draft.kind === 'contact' && (
        <ContactField
          value={draft.contact}
          onChange={setContact}
          audienceId={of.audience_id}
          hint="From the audience of the automation."
        />
      )}
      {draft.kind === 'segment' && (
        <SegmentField {...field('segmentId', 'segment_id')} label="Segment" audienceId={of.audience_id} />
      )}
      <p>
        Contacts start at the first step, whatever the trigger is, and get mail as if the trigger happened
        now. {REENTRY_WORDS[of.reentry]}
      </p>
      {typed !== undefined && <TextField {...field('typed')} label={`Type ${typed} to confirm`} isMono />}
    </>
  );
}
