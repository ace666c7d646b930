// The dialog that creates a webhook. Its form is kept until the webhook is there; then another dialog shows the signing
// secret, once, over the record of the webhook.
import { useState } from 'react';
import { useLocation } from 'wouter';
import { formFailure } from '../../api/form-failure.ts';
import type { CreatedWebhook } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Form, FormActions } from '../../design/layout/form.tsx';
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
  const failure = formFailure(create.error, WEBHOOK_FIELDS);
  const submit = () => {
    create.mutate({ body: { endpoint_url: draft.endpointUrl.trim(), events: draft.events } });
  };
  return (
    <Form
      onSubmit={submit}
      isBusy={create.isPending}
      refusal={refusal}
      error={failure && <FailureNote failure={failure} />}
    >
      <WebhookFields draft={draft} onChange={setDraft} failure={create.error} />
      <FormActions>
        <Button type="submit" variant="filled" isBusy={create.isPending} refusal={refusal}>
          Add the webhook
        </Button>
      </FormActions>
    </Form>
  );
}
