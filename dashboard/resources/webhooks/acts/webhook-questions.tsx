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
      notify('The webhook is disabled.');
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
          Nothing is posted to <code>{webhook.endpoint_url}</code> until it is enabled again. Events that wait
          now are posted then; those that occur until then are lost to it.
        </p>
      }
      confirmLabel="Disable the webhook"
    />
  );
}

/** The old secret stops at once; the new one is shown, once. */
export function RotateSecret({ webhook, ...dialog }: QuestionProps) {
  const rotate = useChange('rotateWebhook', {
    onSuccess: ({ signing_secret }) => {
      dialog.onClose();
      showSecret('The secret was rotated', signing_secret);
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
          The old secret stops at once: from the next attempt on every request is signed with the new one
          only, and your program rejects them until it knows it.
        </p>
      }
      confirmLabel="Rotate the secret"
    />
  );
}

/** Leads back to the list. */
export function DeleteWebhook({ webhook, ...dialog }: QuestionProps) {
  const [, navigate] = useLocation();
  const remove = useChange('deleteWebhook', {
    onSuccess: () => {
      notify('The webhook was deleted.');
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
          Nothing more is posted to <code>{webhook.endpoint_url}</code>. Its events, their attempts and its
          signing secret are lost.
        </p>
      }
      confirmLabel="Delete the webhook"
    />
  );
}
