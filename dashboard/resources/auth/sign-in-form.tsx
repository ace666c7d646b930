// Address and password. A person with a second factor gets a challenge in place of a session.
import { useState } from 'react';
import { fieldError, formFailure } from '../../api/form-failure.ts';
import type { Session } from '../../api/generated/types.ts';
import { Button } from '../../design/controls/button.tsx';
import { PasswordField } from '../../design/fields/password-field.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Form } from '../../design/layout/form.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { useOpenCall } from './use-open-call.ts';

interface SignInFormProps {
  email: string;
  /** Undefined: only this person may sign in here. */
  onEmail?: (email: string) => void;
  onSignedIn(session: Session): void;
  onChallenge(): void;
}

/** The form. */
export function SignInForm({ email, onEmail, onSignedIn, onChallenge }: SignInFormProps) {
  const [password, setPassword] = useState('');
  const login = useOpenCall('login', (answer) =>
    answer.object === 'session' ? onSignedIn(answer) : onChallenge(),
  );
  const isAddressKnown = onEmail === undefined || email !== '';
  return (
    <Form
      label="Sign in"
      onSubmit={() => login.mutate({ body: { email, password } })}
      isBusy={login.isPending}
      error={<SignInFailure failure={formFailure(login.error, ['email', 'password'])} />}
    >
      <TextField
        label="Email address"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={onEmail ?? (() => {})}
        isReadOnly={onEmail === undefined}
        error={fieldError(login.error, 'email')}
        autoFocus={!isAddressKnown}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={fieldError(login.error, 'password')}
        autoFocus={isAddressKnown}
      />
      <Button type="submit" variant="filled" isWide isBusy={login.isPending}>
        Sign in
      </Button>
    </Form>
  );
}
