// The dialog that adds a contact. An address that is in the audience already is changed by it, which is said before.
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Contact } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { AudienceSelect } from '../../../audience/audience-select.tsx';
import { useAudiences } from '../../../audience/use-audiences.ts';
import { useProperties } from '../../../audience/use-properties.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';
import { INTO_RECORD } from '../../../records/into-record.ts';
import { CONTACTS_PATH } from '../list.ts';
import { NEW_CONTACT, newContactBody } from '../record/contact-draft.ts';
import { CONTACT_FORM_FIELDS, ContactFields } from '../record/contact-fields.tsx';

interface CreateContactProps {
  isOpen: boolean;
  /** The audience of the list; undefined: the default audience. */
  audienceId: string | undefined;
  onClose(): void;
}

/** The dialog; it opens the record afterwards. */
export function CreateContact({ isOpen, audienceId, onClose }: CreateContactProps) {
  const [, navigate] = useLocation();
  const show = ({ id, email }: Contact) => {
    notify(`${email} added.`);
    navigate(`${CONTACTS_PATH}/${id}`, INTO_RECORD);
  };
  return (
    <Dialog title="New contact" isOpen={isOpen} onClose={onClose}>
      <CreateForm audienceId={audienceId} onSaved={show} onClose={onClose} />
    </Dialog>
  );
}

interface CreateFormProps {
  audienceId: string | undefined;
  onSaved(contact: Contact): void;
  onClose(): void;
}

/** Its state begins again each time the dialog opens. */
function CreateForm({ audienceId, onSaved, onClose }: CreateFormProps) {
  const [draft, setDraft] = useState(NEW_CONTACT);
  const [chosenId, setChosenId] = useState(audienceId);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const { data: properties, error, refetch } = useProperties();
  const { data: audiences } = useAudiences();
  const refusal = useRefusal('createContact');
  const create = useChange('createContact', { onSuccess: onSaved });
  const submit = () => {
    const read = newContactBody(draft, properties ?? [], chosenId);
    setFaults('faults' in read ? read.faults : new Map());
    if ('body' in read) create.mutate({ body: read.body });
    // What the API has refused before is not judged again.
    else create.reset();
  };
  // All fields at once, so that none appears under a pointer.
  if (!properties && error) return <FailureNote failure={error} onRetry={() => void refetch()} />;
  if (!properties) return <Skeleton height={320} />;
  return (
    <ChangeForm
      change={create}
      refusal={refusal}
      fields={CONTACT_FORM_FIELDS}
      onSubmit={submit}
      submitLabel="Add contact"
      onCancel={onClose}
      hasLegend
    >
      <p>If the contact already exists, the fields that you fill in are updated.</p>
      <AudienceSelect audiences={audiences?.data ?? []} value={chosenId} onChange={setChosenId} />
      <ContactFields
        draft={draft}
        onChange={setDraft}
        properties={properties}
        failure={create.error}
        faults={faults}
        hasFocus
      />
    </ChangeForm>
  );
}
