// The dialog that creates an API key. Its form is kept until the key is there; then it shows the key, once.
import { useState } from 'react';
import { formFailure } from '../../api/form-failure.ts';
import type { NewApiKey } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Form, FormActions } from '../../design/layout/form.tsx';
import { createBody, NEW_KEY } from './key-draft.ts';
import { KEY_FIELDS, KeyFields } from './key-fields.tsx';
import { NewKey } from './new-key.tsx';

interface CreateKeyProps {
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function CreateKey({ isOpen, onClose }: CreateKeyProps) {
  const [created, setCreated] = useState<NewApiKey>();
  const close = () => {
    setCreated(undefined);
    onClose();
  };
  return (
    <Dialog
      title={created ? `“${created.name}” is ready` : 'Create an API key'}
      isOpen={isOpen}
      onClose={close}
      width="wide"
      // The key is shown once: a slip must not take it away.
      isDismissable={!created}
    >
      {created ? <NewKey created={created} onDone={close} /> : <CreateForm onCreated={setCreated} />}
    </Dialog>
  );
}

function CreateForm({ onCreated }: { onCreated(created: NewApiKey): void }) {
  const [draft, setDraft] = useState(NEW_KEY);
  const create = useChange('createApiKey', { onSuccess: onCreated });
  const refusal = useRefusal('createApiKey');
  const failure = formFailure(create.error, KEY_FIELDS);
  return (
    <Form
      onSubmit={() => {
        if (!create.isPending && refusal === undefined) create.mutate({ body: createBody(draft) });
      }}
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
