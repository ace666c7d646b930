// Moves a scheduled email to another time.
import { useState } from 'react';
import type { Email } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { Form, FormActions } from '../../../design/layout/form.tsx';
import { Time } from '../../../design/text/time.tsx';

interface RescheduleDialogProps {
  email: Email;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function RescheduleDialog({ email, isOpen, onClose }: RescheduleDialogProps) {
  return (
    <Dialog title="Reschedule" isOpen={isOpen} onClose={onClose}>
      <RescheduleForm email={email} onClose={onClose} />
    </Dialog>
  );
}

function RescheduleForm({ email, onClose }: Omit<RescheduleDialogProps, 'isOpen'>) {
  const [time, setTime] = useState('');
  const update = useChange('updateEmail', {
    onSuccess: () => {
      notify('Email rescheduled.');
      onClose();
    },
  });
  const refusal = useRefusal('updateEmail');
  const { error } = update;
  // The form has one field, so a refusal is about its time; a lost connection is not.
  const isAboutTime = error?.status === 422;
  return (
    <Form
      onSubmit={() => update.mutate({ id: email.id, body: { scheduled_at: time } })}
      isBusy={update.isPending}
      refusal={refusal}
      error={error && !isAboutTime ? <FailureNote failure={error} /> : undefined}
    >
      <p>
        The email is scheduled for <Time at={email.scheduled_at} isExact />.
      </p>
      <TextField
        label="New time"
        value={time}
        onChange={setTime}
        error={isAboutTime ? error.message : undefined}
        hint="Such as “in 2 hours”, “tomorrow at 9am CET” or 2026-12-01T10:00:00Z, up to 30 days ahead. A time without a zone is UTC."
        isRequired
        autoFocus
      />
      <FormActions>
        <Button type="submit" variant="filled" isBusy={update.isPending} refusal={refusal}>
          Reschedule email
        </Button>
        <Button onPress={onClose}>Keep current time</Button>
      </FormActions>
    </Form>
  );
}
