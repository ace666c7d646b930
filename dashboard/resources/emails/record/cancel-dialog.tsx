// Asks before a scheduled email is canceled, which cannot be undone.
import type { Email } from '../../../api/generated/types.ts';
import { useChange } from '../../../api/use-call.ts';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Time } from '../../../design/text/time.tsx';
import { ConfirmChange } from '../../../records/confirm-change.tsx';

interface CancelDialogProps {
  email: Email;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function CancelDialog({ email, isOpen, onClose }: CancelDialogProps) {
  const cancel = useChange('cancelEmail', {
    onSuccess: () => {
      notify('Email canceled.');
      onClose();
    },
  });
  const { recipients, scheduled_at } = email;
  const who = recipients.length === 1 ? recipients[0]?.address : `${recipients.length} recipients`;
  return (
    <ConfirmChange
      operation="cancelEmail"
      input={{ id: email.id }}
      change={cancel}
      title="Cancel this email?"
      isOpen={isOpen}
      onClose={onClose}
      lost={
        <p>
          The email is not sent to {who} on <Time at={scheduled_at} isExact />. You cannot schedule a canceled
          email again. Its quota is refunded.
        </p>
      }
      confirmLabel="Cancel email"
    />
  );
}
