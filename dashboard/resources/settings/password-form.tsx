// Another password: the present one and the new one. Every other session ends with it.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError, formFailure } from '../../api/form-failure.ts';
import { adoptSession } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { PasswordField } from '../../design/fields/password-field.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Form, FormActions } from '../../design/layout/form.tsx';
import { Section } from '../../design/layout/section.tsx';
import { OwnAddress } from '../account/own-address.tsx';

/** The form. */
export function PasswordForm() {
  const client = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useChange('changePassword', {
    onSuccess: (session) => {
      setCurrent('');
      setNext('');
      adoptSession(client, session);
      notify('Password changed. Your other sessions have ended.');
    },
  });
  const top = formFailure(change.error, ['current_password', 'password']);
  return (
    <Section title="Password" description="Changing your password signs you out everywhere else.">
      <Card>
        <Form
          onSubmit={() => change.mutate({ body: { current_password: current, password: next } })}
          isBusy={change.isPending}
          error={top && <FailureNote failure={top} />}
        >
          <OwnAddress />
          <PasswordField
            label="Current password"
            name="current_password"
            autoComplete="current-password"
            value={current}
            onChange={setCurrent}
            error={fieldError(change.error, 'current_password')}
          />
          <PasswordField
            label="New password"
            hint="At least 10 characters. There are no other rules: length is what makes a password strong."
            name="password"
            autoComplete="new-password"
            value={next}
            onChange={setNext}
            error={fieldError(change.error, 'password')}
          />
          <FormActions>
            <Button type="submit" isBusy={change.isPending}>
              Change password
            </Button>
          </FormActions>
        </Form>
      </Card>
    </Section>
  );
}
