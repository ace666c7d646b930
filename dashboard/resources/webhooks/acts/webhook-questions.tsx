// What is asked before a webhook is disabled, deleted, or gets another signing secret: each says what stops with it.
import { useLocation } from 'wouter';
import type { Webhook } from '../../../api/generated/types.ts';
import { useChange } from '../../../api/use-call.ts';
import { notify } from '../../../design/feedback/toaster.tsx';
import { ConfirmChange } from '../../../records/confirm-change.tsx';
import { showSecret } from '../signing-secret.tsx';

interface QuestionProps {
  webhook: Webhook;
  isOpen: boolean;
  onClose(): void;
}

/** Enabling it again does not bring back what occurs until then. */
export function DisableWebhook({ webhook, ...dialog }: QuestionProps) {
  const disable = useChange('updateWebhook', {
    onSuccess: () => {
      notify('Webhook disabled.');
      dialog.onClose();
    },
  });
  return (
    <ConfirmChange
      {...dialog}
      operation="updateWebhook"
      input={{ id: webhook.id, body: { status: 'disabled' } }}
      change={disable}
      title="Disable this webhook?"
      lost={
        <p>
          Posthorn posts nothing to <code>{webhook.endpoint_url}</code> until you enable it again. Events that
          are already waiting are posted then. The webhook never gets events that occur while it is disabled.
        </p>
      }
      confirmLabel="Disable webhook"
    />
  );
}

/** The old secret stops at once; the new one is shown, once. */
export function RotateSecret({ webhook, ...dialog }: QuestionProps) {
  const rotate = useChange('rotateWebhook', {
    onSuccess: ({ signing_secret }) => {
      dialog.onClose();
      showSecret('Secret rotated', signing_secret);
    },
  });
  return (
    <ConfirmChange
      {...dialog}
      operation="rotateWebhook"
      input={{ id: webhook.id }}
      change={rotate}
      title="Rotate the signing secret?"
      lost={
        <p>
          The old secret stops working at once. Posthorn signs the next attempt with the new secret only, so
          your program rejects requests until you update it.
        </p>
      }
      confirmLabel="Rotate secret"
    />
  );
}

/** Leads back to the list. */
export function DeleteWebhook({ webhook, ...dialog }: QuestionProps) {
  const [, navigate] = useLocation();
  const remove = useChange('deleteWebhook', {
    onSuccess: () => {
      notify('Webhook deleted.');
      navigate('/webhooks');
    },
  });
  return (
    <ConfirmChange
      {...dialog}
      operation="deleteWebhook"
      input={{ id: webhook.id }}
      change={remove}
      title="Delete this webhook?"
      lost={
        <p>
          Posthorn stops posting to <code>{webhook.endpoint_url}</code>. Its events, delivery attempts and
          signing secret are deleted.
        </p>
      }
      confirmLabel="Delete webhook"
    />
  );
}
