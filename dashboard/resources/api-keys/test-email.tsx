// Sends a first email with a new key, as a program would: with the key and without the session.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callWithKey } from '../../api/call.ts';
import type { ApiFailure } from '../../api/failure.ts';
import type { NewApiKey } from '../../api/generated/types.ts';
import { firstEmail } from '../../copy-as/first-email.ts';
import { Button, ButtonLink } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Form } from '../../design/layout/form.tsx';
import { Section } from '../../design/layout/section.tsx';
import css from './test-email.module.css';

interface TestEmailProps {
  created: NewApiKey;
  from: string;
  to: string;
  onTo(to: string): void;
  /** Called when the sent email is opened; the key is no longer shown then. */
  onLeave(): void;
}

/** The field and the button; after it the way to the email. */
export function TestEmail({ created, from, to, onTo, onLeave }: TestEmailProps) {
  const send = useSendWith(created.token);
  // To keys the API says no field at fault.
  const isAboutTo = send.error?.name === 'invalid_to_address';
  return (
    <Section title="Send test email" description={`Uses this key and sends from ${from}.`} level={3}>
      {send.data ? (
        <Sent id={send.data.id} to={send.variables.to} onLeave={onLeave} />
      ) : (
        <Form
          label="Send test email"
          onSubmit={() => send.mutate({ from, to: to.trim() })}
          isBusy={send.isPending}
          error={<Refused failure={isAboutTo ? null : send.error} created={created} />}
        >
          <div className={css['line']}>
            <div className={css['field']}>
              <TextField
                label="To"
                type="email"
                value={to}
                onChange={onTo}
                error={isAboutTo ? send.error?.message : undefined}
                // The dialog has just changed: the next step has the focus.
                autoFocus
              />
            </div>
            <Button type="submit" variant="filled" isBusy={send.isPending}>
              Send test email
            </Button>
          </div>
        </Form>
      )}
    </Section>
  );
}

function useSendWith(token: string) {
  const client = useQueryClient();
  return useMutation<{ id: string }, ApiFailure, { from: string; to: string }>({
    mutationFn: (mail) => callWithKey(token, 'sendEmail', { body: firstEmail(mail) }),
    onSuccess: () => void client.invalidateQueries(),
  });
}

interface SentProps {
  id: string;
  to: string;
  onLeave(): void;
}

function Sent({ id, to, onLeave }: SentProps) {
  return (
    <Notice
      kind="good"
      title="Test email accepted"
      role="status"
      action={
        <span ref={focusLink}>
          <ButtonLink href={`/emails/${id}`} variant="filled" onFollow={onLeave}>
            Open email
          </ButtonLink>
        </span>
      }
    >
      To {to}. Store the key first: it is no longer shown after you open the email.
    </Notice>
  );
}

/** The button with the focus has disappeared; the next step is this link. */
function focusLink(place: HTMLElement | null): void {
  place?.querySelector('a')?.focus();
}

function Refused({ failure, created }: { failure: ApiFailure | null; created: NewApiKey }) {
  if (!failure) return null;
  const isElsewhere = failure.name === 'invalid_api_key' && created.allowed_addresses !== null;
  return (
    <FailureNote
      failure={failure}
      title={isElsewhere ? 'Your browser’s IP address is not in the allowed addresses' : undefined}
    />
  );
}
