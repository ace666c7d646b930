// The contacts of a segment, newest first. Those of one by hand are added by their address and taken out with an undo.
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { fieldError } from '../../../api/form-failure.ts';
import type { ContactItem, Segment } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useAsk, useChange } from '../../../api/use-call.ts';
import { useTakeOut } from '../../../audience/use-membership.ts';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { ListParts, ListTop } from '../../../lists/list-parts.tsx';
import type { FilterControl } from '../../../lists/parts/filters.tsx';
import type { Column } from '../../../lists/rows.tsx';
import { usePlacedList } from '../../../lists/state/use-placed-list.ts';
import { ChangeForm } from '../../../records/change-form.tsx';
import { contactName } from '../../contacts/list/contact-name.ts';
import { CONTACTS_PATH } from '../../contacts/list.ts';
import { MEMBERS } from '../list.ts';

const COLUMNS: readonly Column<ContactItem>[] = [
  { id: 'email', header: 'Address', render: ({ email }) => email },
  { id: 'name', header: 'Name', width: '34%', render: contactName },
];

const FILTERS: readonly FilterControl[] = [
  { kind: 'text', name: 'q', label: 'Find a contact', placeholder: 'Name or part of an address' },
];

/** The section. */
export function Members({ segment: { id, audience_id, filter } }: { segment: Segment }) {
  const { list, top } = usePlacedList(MEMBERS, { id });
  const isByHand = filter === null;
  const out = useTakeOut();
  return (
    <Section title="Contacts">
      <ListTop place={top} />
      {isByHand && <AddMember segmentId={id} audienceId={audience_id} />}
      {out.failure && <FailureNote failure={out.failure} />}
      <ListParts
        label="Contacts of the segment"
        columns={isByHand ? [...COLUMNS, leaving(id, out)] : COLUMNS}
        filters={FILTERS}
        list={list}
        hrefOf={(contact) => `${CONTACTS_PATH}/${contact.id}`}
        empty={
          <EmptyState title="No contacts in this segment" level={3}>
            {isByHand
              ? 'Add a contact by address, select several in the contacts list, or choose this segment in an import.'
              : 'No contact in its audience matches the rules at the moment.'}
          </EmptyState>
        }
      />
    </Section>
  );
}

function leaving(
  segmentId: string,
  { takeOut, refusal }: ReturnType<typeof useTakeOut>,
): Column<ContactItem> {
  return {
    id: 'take-out',
    header: '',
    kind: 'action',
    width: '48px',
    render: ({ id, email }) => (
      <IconButton
        label={`Remove ${email}`}
        icon={X}
        refusal={refusal}
        onPress={() => takeOut({ id, segmentId })}
      />
    ),
  };
}

interface AddMemberProps {
  segmentId: string;
  audienceId: string;
}

function AddMember({ segmentId, audienceId }: AddMemberProps) {
  const [address, setAddress] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const add = useChange('addContactToSegment', { onSuccess: () => setAddress('') });
  // An address in a path would mean the contact of the default audience.
  const query = { audience_id: audienceId, email: address.trim() };
  const find = useAsk('listContacts', { query });
  const submit = async () => {
    const found = await find.ask();
    const contact = found?.data[0];
    setUnknown(found !== undefined && !contact);
    if (contact) add.mutate({ id: contact.id, segmentId });
  };
  const failure = add.error ?? find.error;
  return (
    <ChangeForm
      change={{ isPending: add.isPending || find.isAsking, error: failure }}
      refusal={useRefusal('addContactToSegment')}
      fields={['email']}
      onSubmit={() => void submit()}
      submitLabel="Add contact"
      isPlain
    >
      <TextField
        label="Address of a contact"
        type="email"
        value={address}
        onChange={(typed) => {
          setAddress(typed);
          setUnknown(false);
        }}
        placeholder="bo@customer.dev"
        error={isUnknown ? 'No contact in this audience has this address.' : fieldError(failure, 'email')}
      />
    </ChangeForm>
  );
}
