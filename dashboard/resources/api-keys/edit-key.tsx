// The dialog that changes an API key. The key itself stays the same.
import { useState } from 'react';
import type { ApiKey } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { ChangeForm } from '../../records/change-form.tsx';
import { changeBody, draftOf } from './key-draft.ts';
import { KEY_FIELDS, KeyFields } from './key-fields.tsx';

interface EditKeyProps {
  apiKey: ApiKey;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function EditKey({ apiKey, isOpen, onClose }: EditKeyProps) {
  return (
    <Dialog title="Edit the API key" isOpen={isOpen} onClose={onClose} width="wide">
      <EditForm apiKey={apiKey} onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function EditForm({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  // The record is read again while the form is open: what was typed is compared with what was there at first.
  const [before] = useState(apiKey);
  const [draft, setDraft] = useState(() => draftOf(before));
  const change = useChange('updateApiKey', {
    onSuccess: () => {
      notify('The key was changed. It counts from its next request on.');
      onClose();
    },
  });
  const refusal = useRefusal('updateApiKey');
  const submit = () => {
    const body = changeBody(before, draft);
    if (body === undefined) onClose();
    else change.mutate({ id: apiKey.id, body });
  };
  return (
    <ChangeForm
      change={change}
      refusal={refusal}
      fields={KEY_FIELDS}
      onSubmit={submit}
      submitLabel="Save"
      onCancel={onClose}
    >
      <KeyFields draft={draft} onChange={setDraft} failure={change.error} />
    </ChangeForm>
  );
}
