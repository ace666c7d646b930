// The dialog that changes where a webhook posts and what it posts.
import { useState } from 'react';
import type { Webhook } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';
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
  const submit = () => {
    const body = changeBody(before, draft);
    if (body === undefined) onClose();
    else change.mutate({ id: webhook.id, body });
  };
  return (
    <ChangeForm
      change={change}
      refusal={refusal}
      fields={WEBHOOK_FIELDS}
      onSubmit={submit}
      submitLabel="Save"
      onCancel={onClose}
    >
      <WebhookFields draft={draft} onChange={setDraft} failure={change.error} />
    </ChangeForm>
  );
}
