// The dialog that changes where a webhook posts and what it posts.
import { useState } from 'react';
import { formFailure } from '../../../api/form-failure.ts';
import type { Webhook } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { Form, FormActions } from '../../../design/layout/form.tsx';
import { changeBody } from '../webhook-change.ts';
import { WEBHOOK_FIELDS, WebhookFields } from '../webhook-fields.tsx';

interface EditWebhookProps {
  webhook: Webhook;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function EditWebhook({ webhook, isOpen, onClose }: EditWebhookProps) {
  return (
    <Dialog title="Edit the webhook" isOpen={isOpen} onClose={onClose}>
      <EditForm webhook={webhook} onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function EditForm({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  // The record is read again while the form is open: what was typed is compared with what was there at first.
  const [before] = useState(webhook);
  const [draft, setDraft] = useState({ endpointUrl: before.endpoint_url, events: before.events });
  const change = useChange('updateWebhook', {
    onSuccess: () => {
      notify('The webhook was changed.');
      onClose();
    },
  });
  const refusal = useRefusal('updateWebhook');
  const failure = formFailure(change.error, WEBHOOK_FIELDS);
  const submit = () => {
    const body = changeBody(before, draft);
    if (body === undefined) onClose();
    else change.mutate({ id: webhook.id, body });
  };
  return (
    <Form
      onSubmit={submit}
      isBusy={change.isPending}
      refusal={refusal}
      error={failure && <FailureNote failure={failure} />}
    >
      <WebhookFields draft={draft} onChange={setDraft} failure={change.error} />
      <FormActions>
        <Button type="submit" variant="filled" isBusy={change.isPending} refusal={refusal}>
          Save
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </FormActions>
    </Form>
  );
}
