// Asks before the account is deleted: its name typed, and the sign-in of the person once more, so that a page that was left
// open deletes nothing.
import { useState } from 'react';
import { fieldError, formFailure } from '../../api/form-failure.ts';
import { useSession } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { PasswordField } from '../../design/fields/password-field.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Form } from '../../design/layout/form.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { OwnAddress } from './own-address.tsx';

interface DeleteDialogProps {
  /** The name of the account. */
  name: string;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function DeleteDialog({ name, isOpen, onClose }: DeleteDialogProps) {
  return (
    <Dialog title="Delete this account?" isOpen={isOpen} onClose={onClose} role="alertdialog">
      <DeleteForm name={name} onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function DeleteForm({ name, onClose }: Omit<DeleteDialogProps, 'isOpen'>) {
  const { person } = useSession();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useChange('deleteAccount', { onSuccess: onClose });
  const top = formFailure(remove.error, ['password']);
  const refusal = typed.trim() === name ? undefined : `Type ${name} first.`;
  return (
    <Form
      onSubmit={() => remove.mutate({ body: { password, ...(person.second_factor && codeOf(code)) } })}
      isBusy={remove.isPending}
      refusal={refusal}
      error={top && <FailureNote failure={top} />}
    >
      <p>
        <strong>{name}</strong> stops at once: it sends nothing, and incoming mail is deferred. After 7 days
        everything is deleted. Other accounts can then use its domains, and people who are in no other account
        can no longer sign in. Until then, an owner can keep the account.
      </p>
      <TextField label={`Type ${name} to confirm`} value={typed} onChange={setTyped} autoFocus isMono />
      <OwnAddress />
      <PasswordField
        label="Your password"
        name="password"
        value={password}
        onChange={setPassword}
        error={fieldError(remove.error, 'password')}
      />
      {person.second_factor && <SecondFactorField value={code} onChange={setCode} />}
      <Stack direction="row" gap={2} justify="flex-end" wrap>
        <Button onPress={onClose}>Go back</Button>
        <Button type="submit" variant="danger" isBusy={remove.isPending} refusal={refusal}>
          Delete account
        </Button>
      </Stack>
    </Form>
  );
}

function SecondFactorField(props: { value: string; onChange(value: string): void }) {
  return (
    <TextField
      label="Code"
      hint="The 6-digit code from your authenticator app, or one of your recovery codes."
      name="code"
      autoComplete="one-time-code"
      isMono
      {...props}
    />
  );
}

/**
 * Converts the typed text to the field that accepts it: only a code of an app has six digits, which a phone may write
 * in two groups.
 */
function codeOf(typed: string): { code: string } | { recovery_code: string } {
  const digits = typed.replaceAll(' ', '');
  return /^\d{6}$/.test(digits) ? { code: digits } : { recovery_code: typed };
}
