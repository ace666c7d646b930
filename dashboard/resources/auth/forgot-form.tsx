// Asks for a link that chooses a new password. The answer is the same for every address, so that it does not say who
// has a sign-in here.
import { useState } from 'react';
import { fieldError, formFailure } from '../../api/form-failure.ts';
import { Button } from '../../design/controls/button.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { announce } from '../../design/feedback/notices.ts';
import { TextField } from '../../design/fields/text-field.tsx';
import { Form } from '../../design/layout/form.tsx';
import { QuietButton, QuietLink, QuietWays } from './quiet-link.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { useOpenCall } from './use-open-call.ts';

interface ForgotFormProps {
  email: string;
  onEmail(email: string): void;
  /** The page to sign in. */
  back: string;
}

/** The form, and what it answers. */
export function ForgotForm({ email, onEmail, back }: ForgotFormProps) {
  const [sentTo, setSentTo] = useState<string>();
  const forgot = useOpenCall('forgotPassword', (answer) => {
    setSentTo(answer.email);
    announce('Check your inbox.');
  });
  if (sentTo !== undefined) {
    return (
      <>
        <Notice kind="good" title="Check your inbox">
          If {sentTo} has an account here, we emailed it a link. The link works once and expires after 1 hour.
        </Notice>
        <QuietWays>
          <QuietLink href={back}>Back to sign in</QuietLink>
          <QuietButton onPress={() => setSentTo(undefined)}>Send another link</QuietButton>
        </QuietWays>
      </>
    );
  }
  return (
    <>
      <Form
        label="Reset your password"
        onSubmit={() => forgot.mutate({ body: { email } })}
        isBusy={forgot.isPending}
        error={<SignInFailure failure={formFailure(forgot.error, ['email'])} />}
      >
        <TextField
          label="Email address"
          hint="We email you a link to choose a new password."
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={onEmail}
          error={fieldError(forgot.error, 'email')}
          autoFocus
        />
        <Button type="submit" variant="filled" isWide isBusy={forgot.isPending}>
          Email me a link
        </Button>
      </Form>
      <QuietLink href={back}>Back to sign in</QuietLink>
    </>
  );
}
