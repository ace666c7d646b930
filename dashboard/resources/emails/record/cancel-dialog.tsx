// Asks before a scheduled email is canceled, which cannot be undone.
import type { Email } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../../design/layout/confirm-dialog.tsx';
import { Time } from '../../../design/text/time.tsx';

interface CancelDialogProps {
  email: Email;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function CancelDialog({ email, isOpen, onClose }: CancelDialogProps) {
  const cancel = useChange('cancelEmail', {
    onSuccess: () => {
      notify('The email is canceled.');
      onClose();
    },
  });
  const { recipients, scheduled_at } = email;
  const who = recipients.length === 1 ? recipients[0]?.address : `${recipients.length} recipients`;
  return (
    <ConfirmDialog
      title="Cancel this email?"
      isOpen={isOpen}
      onClose={() => {
        cancel.reset();
        onClose();
      }}
      lost={
        <p>
          It is not sent to {who} on <Time at={scheduled_at} isExact />, and a canceled email cannot be
          scheduled again. Its part of the quota is refunded.
        </p>
      }
      confirmLabel="Cancel the email"
      isBusy={cancel.isPending}
      refusal={useRefusal('cancelEmail')}
      failure={cancel.error && <FailureNote failure={cancel.error} />}
      onConfirm={() => cancel.mutate({ id: email.id })}
    />
  );
}
