// Replaces the signing secret: asks first, because the old one stops at once, then shows the new one, once.
import type { Webhook } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { ConfirmDialog } from '../../../design/layout/confirm-dialog.tsx';
import { showSecret } from '../signing-secret.tsx';

interface RotateSecretProps {
  webhook: Webhook;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function RotateSecret({ webhook, isOpen, onClose }: RotateSecretProps) {
  const rotate = useChange('rotateWebhook', {
    onSuccess: ({ signing_secret }) => {
      onClose();
      showSecret('The secret was rotated', signing_secret);
    },
  });
  const close = () => {
    rotate.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      title="Rotate the signing secret?"
      isOpen={isOpen}
      onClose={close}
      lost={
        <p>
          The old secret stops at once: from the next attempt on every request is signed with the new one
          only, and your program rejects them until it knows it.
        </p>
      }
      confirmLabel="Rotate the secret"
      onConfirm={() => rotate.mutate({ id: webhook.id })}
      isBusy={rotate.isPending}
      refusal={useRefusal('rotateWebhook')}
      failure={rotate.error && <FailureNote failure={rotate.error} />}
    />
  );
}
