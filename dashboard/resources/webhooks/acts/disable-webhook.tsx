// Asks before a webhook is disabled: enabling it again does not bring back what occurs until then.
import type { Webhook } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../../design/layout/confirm-dialog.tsx';

interface DisableWebhookProps {
  webhook: Webhook;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function DisableWebhook({ webhook, isOpen, onClose }: DisableWebhookProps) {
  const disable = useChange('updateWebhook', {
    onSuccess: () => {
      notify('The webhook is disabled.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Disable this webhook?"
      isOpen={isOpen}
      onClose={() => {
        disable.reset();
        onClose();
      }}
      lost={
        <p>
          Nothing is posted to <code>{webhook.endpoint_url}</code> until it is enabled again. Events that wait
          now are posted then; those that occur until then are lost to it.
        </p>
      }
      confirmLabel="Disable the webhook"
      onConfirm={() => disable.mutate({ id: webhook.id, body: { status: 'disabled' } })}
      isBusy={disable.isPending}
      refusal={useRefusal('updateWebhook')}
      failure={disable.error && <FailureNote failure={disable.error} />}
    />
  );
}
