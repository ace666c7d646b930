// The second step of signing in: a code of the authenticator app, or one of the recovery codes. A challenge ends after
// five minutes, so the way back to the password is always there.
import { useState } from 'react';
import { fieldError, formFailure } from '../../api/form-failure.ts';
import type { Session } from '../../api/generated/types.ts';
import { Button } from '../../design/controls/button.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { CodeField } from '../../design/fields/code-field.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Form } from '../../design/layout/form.tsx';
import { QuietButton, QuietWays } from './quiet-link.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { useOpenCall } from './use-open-call.ts';

interface SecondFactorFormProps {
  onSignedIn(session: Session): void;
  /** Back to the password. */
  onStartAgain(): void;
}

/** The form. */
export function SecondFactorForm({ onSignedIn, onStartAgain }: SecondFactorFormProps) {
  const [kind, setKind] = useState<'code' | 'recovery_code'>('code');
  const [code, setCode] = useState('');
  const [recoveryCode, setRecoveryCode] = useState('');
  const answer = useOpenCall('answerTotpChallenge', (session) => {
    onSignedIn(session);
    if (kind === 'recovery_code') sayCodesLeft(session);
  });
  const submit = () => {
    answer.mutate({ body: kind === 'code' ? { code } : { recovery_code: recoveryCode } });
  };
  const turnTo = (other: typeof kind) => {
    answer.reset();
    setKind(other);
  };
  return (
    <>
      <Form
        label="Two-factor authentication"
        onSubmit={submit}
        isBusy={answer.isPending}
        error={<SignInFailure failure={formFailure(answer.error, [kind])} />}
      >
        <AnswerField
          kind={kind}
          value={kind === 'code' ? code : recoveryCode}
          onChange={kind === 'code' ? setCode : setRecoveryCode}
          error={fieldError(answer.error, kind)}
        />
        <Button type="submit" variant="filled" isWide isBusy={answer.isPending}>
          Continue
        </Button>
      </Form>
      <QuietWays>
        {kind === 'code' ? (
          <QuietButton onPress={() => turnTo('recovery_code')}>Use a recovery code</QuietButton>
        ) : (
          <QuietButton onPress={() => turnTo('code')}>Use authenticator app</QuietButton>
        )}
        <QuietButton onPress={onStartAgain}>Back to password</QuietButton>
      </QuietWays>
    </>
  );
}

interface AnswerFieldProps {
  kind: 'code' | 'recovery_code';
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}

function AnswerField({ kind, ...field }: AnswerFieldProps) {
  if (kind === 'code')
    return (
      <CodeField
        key="code"
        label="Code"
        hint="The 6-digit code from your authenticator app."
        autoFocus
        {...field}
      />
    );
  return (
    <TextField
      key="recovery"
      label="Recovery code"
      hint="One of the 10 codes that you saved. Each works once."
      isMono
      isRequired
      autoFocus
      {...field}
    />
  );
}

function sayCodesLeft({ person: { recovery_codes_left: left } }: Session): void {
  notify(`Recovery codes left: ${left}.`, { kind: left < 4 ? 'warn' : 'info' });
}
