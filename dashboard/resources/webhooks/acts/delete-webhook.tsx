// Asks before a webhook is deleted, and says what is lost with it.
import { useLocation } from 'wouter';
import type { Webhook } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../../design/layout/confirm-dialog.tsx';

interface DeleteWebhookProps {
  webhook: Webhook;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function DeleteWebhook({ webhook, isOpen, onClose }: DeleteWebhookProps) {
  const [, navigate] = useLocation();
  const remove = useChange('deleteWebhook', {
    onSuccess: () => {
      notify('The webhook was deleted.');
      navigate('/webhooks');
    },
  });
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      isOpen={isOpen}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      lost={
        <p>
          Nothing more is posted to <code>{webhook.endpoint_url}</code>. Its events, their attempts and its
          signing secret are lost.
        </p>
      }
      confirmLabel="Delete the webhook"
      onConfirm={() => remove.mutate({ id: webhook.id })}
      isBusy={remove.isPending}
      refusal={useRefusal('deleteWebhook')}
      failure={remove.error && <FailureNote failure={remove.error} />}
    />
  );
}
