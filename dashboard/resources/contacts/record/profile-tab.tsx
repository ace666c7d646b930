// Who a contact is: its address, names and properties, changed in their place, and the segments that it was added to.
import { useState } from 'react';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { useProperties } from '../../../audience/use-properties.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Facts } from '../../../design/layout/facts.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Time } from '../../../design/text/time.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';
import { type ContactDraft, contactChanges, draftOfContact } from './contact-draft.ts';
import { CONTACT_FORM_FIELDS, ContactFields } from './contact-fields.tsx';
import type { ContactTabProps } from './contact-record.tsx';
import { ContactSegments } from './contact-segments.tsx';

/** The tab. */
export function ProfileTab({ contact, person }: ContactTabProps) {
  const audience = person?.contacts.find(({ id }) => id === contact.id)?.audience.name;
  return (
    <>
      <ProfileForm contact={contact} />
      <Section
        title="Segments"
        description="Those that it was added to. Segments by rules find it on their own."
      >
        <ContactSegments contact={contact} />
      </Section>
      <Facts
        facts={[
          ...(audience === undefined ? [] : [['Audience', audience] as const]),
          ['Added', <Time key="added" at={contact.created_at} />],
          ['Changed', <Time key="changed" at={contact.updated_at} />],
          ['Id', <Copyable key="id" text={contact.id} label="the id" isMono />],
        ]}
      />
    </>
  );
}

/** What is typed, and what was there when one began. */
interface Edited {
  before: ContactDraft;
  draft: ContactDraft;
}

const NO_FAULTS: ReadonlyMap<string, string> = new Map();

function ProfileForm({ contact }: Pick<ContactTabProps, 'contact'>) {
  const [edited, setEdited] = useState<Edited>();
  const [faults, setFaults] = useState(NO_FAULTS);
  const { data: properties = [], error, refetch } = useProperties();
  const refusal = useRefusal('updateContact');
  const change = useChange('updateContact', {
    onSuccess: () => {
      setEdited(undefined);
      notify('The contact was changed.');
    },
  });
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
  return (
    <ChangeForm
      change={change}
      refusal={refusal}
      fields={CONTACT_FORM_FIELDS}
      onSubmit={submit}
      submitLabel="Save"
      {...(edited && { onCancel: forget })}
    >
      {error && <FailureNote failure={error} onRetry={() => void refetch()} />}
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
