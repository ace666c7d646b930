// The dialog that creates an API key. Its form is kept until the key is there; then another dialog shows the key, once.
import { useState } from 'react';
import { formFailure } from '../../api/form-failure.ts';
import type { NewApiKey } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Form, FormActions } from '../../design/layout/form.tsx';
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
  const failure = formFailure(create.error, KEY_FIELDS);
  return (
    <Form
      onSubmit={() => create.mutate({ body: createBody(draft) })}
      isBusy={create.isPending}
      refusal={refusal}
      error={failure && <FailureNote failure={failure} />}
    >
      <KeyFields draft={draft} onChange={setDraft} failure={create.error} />
      <FormActions>
        <Button type="submit" variant="filled" isBusy={create.isPending} refusal={refusal}>
          Create the key
        </Button>
      </FormActions>
    </Form>
  );
}
