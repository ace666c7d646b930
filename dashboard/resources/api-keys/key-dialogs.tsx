// The dialogs that create an API key and change it. A new one is shown once, in a dialog of its own; a change leaves the key
// itself as it is.
import type { ApiKey } from '../../api/generated/types.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { changeDialog } from '../../records/change-dialog.tsx';
import { showOnce } from '../../records/shown-once.tsx';
import { changeBody, createBody, draftOf, type KeyDraft, NEW_KEY } from './key-draft.ts';
import { KEY_FIELDS, KeyFields } from './key-fields.tsx';
import { NewKey } from './new-key.tsx';

/** The dialog of a new key. */
export const CreateKey = changeDialog({
  operation: 'createApiKey',
  title: 'Create API key',
  width: 'wide',
  fields: KEY_FIELDS,
  begin: () => NEW_KEY,
  input: (draft) => ({ body: createBody(draft) }),
  submitLabel: 'Create key',
  hasCancel: false,
  Fields: KeyFields,
  onDone: (created, { close }) => {
    close();
    showOnce((done) => (
      <Dialog title={`“${created.name}” is ready`} isOpen onClose={done} width="wide" isDismissable={false}>
        <NewKey created={created} onDone={done} />
      </Dialog>
    ));
  },
});

/** The dialog of a change. */
export const EditKey = changeDialog({
  operation: 'updateApiKey',
  title: 'Edit API key',
  width: 'wide',
  fields: KEY_FIELDS,
  begin: draftOf,
  input: (draft: KeyDraft, before: ApiKey) => {
    const body = changeBody(before, draft);
    return body && { id: before.id, body };
  },
  submitLabel: 'Save',
  Fields: KeyFields,
  onDone: (_key, { close }) => {
    notify('API key updated. The change applies from its next request.');
    close();
  },
});
