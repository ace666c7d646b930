// The dialog that creates an API key. Its form is kept until the key is there; then another dialog shows the key, once.
import { useState } from 'react';
import type { NewApiKey } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/layout/dialog.tsx';
import { ChangeForm } from '../../records/change-form.tsx';
import { showOnce } from '../../records/shown-once.tsx';
import { createBody, NEW_KEY } from './key-draft.ts';
import { KEY_FIELDS, KeyFields } from './key-fields.tsx';
import { NewKey } from './new-key.tsx';

interface CreateKeyProps {
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function CreateKey({ isOpen, onClose }: CreateKeyProps) {
  return (
    <Dialog title="Create an API key" isOpen={isOpen} onClose={onClose} width="wide">
      <CreateForm
        onCreated={(created) => {
          onClose();
          showKey(created);
        }}
      />
    </Dialog>
  );
}

function showKey(created: NewApiKey): void {
  showOnce((close) => (
    <Dialog title={`“${created.name}” is ready`} isOpen onClose={close} width="wide" isDismissable={false}>
      <NewKey created={created} onDone={close} />
    </Dialog>
  ));
}

function CreateForm({ onCreated }: { onCreated(created: NewApiKey): void }) {
  const [draft, setDraft] = useState(NEW_KEY);
  const create = useChange('createApiKey', { onSuccess: onCreated });
  const refusal = useRefusal('createApiKey');
  return (
    <ChangeForm
      change={create}
      refusal={refusal}
      fields={KEY_FIELDS}
      onSubmit={() => create.mutate({ body: createBody(draft) })}
      submitLabel="Create the key"
    >
      <KeyFields draft={draft} onChange={setDraft} failure={create.error} />
    </ChangeForm>
  );
}
