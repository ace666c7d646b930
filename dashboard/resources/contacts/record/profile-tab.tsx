// Who a contact is: its address, names and properties, changed in their place, and the segments that it was added to.
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Contact, ContactPropertyItem, Person } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { readOf, useChange } from '../../../api/use-call.ts';
import { useProperties } from '../../../audience/use-properties.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { type Fact, Facts } from '../../../design/layout/facts.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Time } from '../../../design/text/time.tsx';
import { LeaveGuard } from '../../../editing/leave-guard.tsx';
import { useAskBeforeUnload } from '../../../editing/use-ask-before-unload.ts';
import { shortDate } from '../../../format/time.ts';
import { ChangeForm } from '../../../records/change-form.tsx';
import { CONTACTS_PATH } from '../list.ts';
import { type ContactDraft, contactChanges, draftOfContact } from './contact-draft.ts';
import { CONTACT_FORM_FIELDS, ContactFields } from './contact-fields.tsx';
import { ContactSegments } from './contact-segments.tsx';
import type { ContactTabProps } from './contact-tab.ts';

/** The tab. */
export function ProfileTab({ contact, person }: ContactTabProps) {
  const { data: properties, error, refetch } = useProperties();
  // All at once, so that nothing below moves.
  if (!properties && error) return <FailureNote failure={error} onRetry={() => void refetch()} />;
  if (!properties) return <Skeleton height={480} />;
  return (
    <Stack gap={6}>
      <ProfileForm contact={contact} properties={properties} />
      <Section
        title="Segments"
        description="Segments that you added this contact to. Segments with rules find their contacts automatically."
      >
        <ContactSegments contact={contact} />
      </Section>
      <Facts
        facts={[
          ['Address', <Copyable key="address" text={contact.email} label="the address" />],
          ['Added', <Time key="added" at={contact.created_at} />],
          ['Changed', <Time key="changed" at={contact.updated_at} />],
          ['Id', <Copyable key="id" text={contact.id} label="the id" isMono />],
          ...factsOfPerson(contact, person),
        ]}
      />
    </Stack>
  );
}

/** The other audiences of the address, with other names and segments, and its refusal to be measured. */
function factsOfPerson({ id }: Contact, { contacts, tracking }: Person): Fact[] {
  const here = contacts.find((each) => each.id === id);
  const others = contacts.filter((each) => each.id !== id);
  const facts: [string, ReactNode][] = [
    ['Audience', here?.audience.name],
    ['Also in', others.length > 0 && <OtherContacts contacts={others} />],
    ['Tracking', tracking.status === 'refused' && refusedWords(tracking)],
  ];
  return facts.filter(([, value]) => value);
}

function OtherContacts({ contacts }: Pick<Person, 'contacts'>) {
  return contacts.map(({ id, audience }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <Link href={`${CONTACTS_PATH}/${id}`}>{audience.name}</Link>
    </Fragment>
  ));
}

function refusedWords({ since, by }: Person['tracking']): string {
  const who = by === 'person' ? 'The person opted out' : 'You opted out for them';
  return `Opens and clicks are not tracked. ${who}${since === null ? '' : ` on ${shortDate(new Date(since), new Date())}`}.`;
}

/** The typed values, and the initial ones. */
interface Edited {
  before: ContactDraft;
  draft: ContactDraft;
}

const NO_FAULTS: ReadonlyMap<string, string> = new Map();

interface ProfileFormProps {
  contact: Contact;
  properties: readonly ContactPropertyItem[];
}

function ProfileForm({ contact, properties }: ProfileFormProps) {
  const [edited, setEdited] = useState<Edited>();
  const [faults, setFaults] = useState(NO_FAULTS);
  const refusal = useRefusal('updateContact');
  const client = useQueryClient();
  const change = useChange('updateContact', {
    onSuccess: (answer, { body }) => {
      // In its place at once: the fields would show the old values until it is read again.
      client.setQueryData(readOf('getContact', { id: contact.id }).queryKey, answer);
      // Text that was typed in the meantime stays.
      const now = draftOfContact(answer);
      setEdited((typed) => (typed && isSent(typed, body) ? undefined : typed && { ...typed, before: now }));
      notify('Contact updated.');
    },
  });
  const isSent = ({ before, draft }: Edited, body: unknown) => {
    const read = contactChanges(before, draft, properties);
    return 'body' in read && JSON.stringify(read.body) === JSON.stringify(body);
  };
  const saved = draftOfContact(contact);
  const { before, draft } = edited ?? { before: saved, draft: saved };
  const forget = () => {
    setEdited(undefined);
    setFaults(NO_FAULTS);
    change.reset();
  };
  const submit = () => {
    const read = contactChanges(before, draft, properties);
    setFaults('faults' in read ? read.faults : NO_FAULTS);
    if ('faults' in read) change.reset();
    else if (Object.keys(read.body).length === 0) forget();
    else change.mutate({ id: contact.id, body: read.body });
  };
  useAskBeforeUnload(edited !== undefined);
  return (
    <ChangeForm
      change={change}
      refusal={refusal}
      fields={CONTACT_FORM_FIELDS}
      onSubmit={submit}
      submitLabel="Save"
      isPlain
      {...(edited && { onCancel: forget })}
    >
      <LeaveGuard isAtRisk={() => edited !== undefined} />
      <ContactFields
        draft={draft}
        onChange={(next) => setEdited({ before, draft: next })}
        properties={properties}
        failure={change.error}
        faults={faults}
      />
    </ChangeForm>
  );
}
