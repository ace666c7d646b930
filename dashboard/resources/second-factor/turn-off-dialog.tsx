// Turns the second factor off, with the password.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError, formFailure } from '../../api/form-failure.ts';
import { adoptSession } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { PasswordField } from '../../design/fields/password-field.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Form } from '../../design/layout/form.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { OwnAddress } from '../account/own-address.tsx';

/** The dialog. */
export function TurnOffDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const disable = useChange('disableTotp', {
    onSuccess: (session) => {
      adoptSession(client, session);
      notify('Two-factor authentication is off.');
      onClose();
    },
  });
  const top = formFailure(disable.error, ['password']);
  return (
    <Dialog title="Turn off two-factor authentication?" isOpen onClose={onClose} role="alertdialog">
      <Form
        onSubmit={() => disable.mutate({ body: { password } })}
        isBusy={disable.isPending}
        error={top && <FailureNote failure={top} />}
      >
        <p>
          You then sign in with your password alone, in all of your accounts. Your recovery codes stop
          working, and you are signed out everywhere else.
        </p>
        <OwnAddress />
        <PasswordField
          label="Your password"
          name="password"
          value={password}
          onChange={setPassword}
          error={fieldError(disable.error, 'password')}
          autoFocus
        />
        <Stack direction="row" gap={2} justify="flex-end" wrap>
          <Button onPress={onClose}>Keep</Button>
          <Button type="submit" variant="danger" isBusy={disable.isPending}>
            Turn off
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
