// The dialog that creates a webhook. Its form is kept until the webhook is there; then another dialog shows the signing
// secret, once, over the record of the webhook.
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { CreatedWebhook } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/layout/dialog.tsx';
import { ChangeForm } from '../../records/change-form.tsx';
import { showSecret } from './signing-secret.tsx';
import { WEBHOOK_FIELDS, type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

interface CreateWebhookProps {
  isOpen: boolean;
  onClose(): void;
}

const NEW_WEBHOOK: WebhookDraft = { endpointUrl: '', events: ['email.*'] };

/** The dialog; it leads to the record of the new webhook. */
export function CreateWebhook({ isOpen, onClose }: CreateWebhookProps) {
  const [, navigate] = useLocation();
  const show = (created: CreatedWebhook) => {
    showSecret('The webhook is ready', created.signing_secret);
    navigate(`/webhooks/${created.id}`);
  };
  return (
    <Dialog title="Add a webhook" isOpen={isOpen} onClose={onClose}>
      <CreateForm onCreated={show} />
    </Dialog>
  );
}

function CreateForm({ onCreated }: { onCreated(created: CreatedWebhook): void }) {
  const [draft, setDraft] = useState(NEW_WEBHOOK);
  const create = useChange('createWebhook', { onSuccess: onCreated });
  const refusal = useRefusal('createWebhook');
  const submit = () => {
    create.mutate({ body: { endpoint_url: draft.endpointUrl.trim(), events: draft.events } });
  };
  return (
    <ChangeForm
      change={create}
      refusal={refusal}
      fields={WEBHOOK_FIELDS}
      onSubmit={submit}
      submitLabel="Add the webhook"
    >
      <WebhookFields draft={draft} onChange={setDraft} failure={create.error} />
    </ChangeForm>
  );
}
