// Makes a link to a page that shows an email to anyone who has the link.
import { useState } from 'react';
import type { Email } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Select } from '../../../design/fields/select.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { Form, FormActions } from '../../../design/layout/form.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { CodeBlock } from '../../../design/text/code-block.tsx';
import { Time } from '../../../design/text/time.tsx';

const SPANS = ['1 hour', '24 hours', '48 hours'].map((id) => ({ id, label: id }));

interface ShareDialogProps {
  email: Email;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function ShareDialog({ email, isOpen, onClose }: ShareDialogProps) {
  return (
    <Dialog title="Share this email" isOpen={isOpen} onClose={onClose}>
      <ShareForm email={email} onClose={onClose} />
    </Dialog>
  );
}

function ShareForm({ email, onClose }: Omit<ShareDialogProps, 'isOpen'>) {
  const [span, setSpan] = useState('48 hours');
  const share = useChange('shareEmail');
  const refusal = useRefusal('shareEmail');
  if (share.data) return <MadeLink url={share.data.url} onClose={onClose} />;
  return (
    <Form
      onSubmit={() => share.mutate({ id: email.id, body: { expires_in: span } })}
      isBusy={share.isPending}
      refusal={refusal}
      error={share.error ? <FailureNote failure={share.error} /> : undefined}
    >
      <p>
        Anyone with the link can see the subject, the sender, the recipients in To and the content, without
        signing in. You cannot revoke the link before it expires.
      </p>
      <Select label="Expires after" value={span} onChange={setSpan} options={SPANS} />
      <FormActions>
        <Button type="submit" variant="filled" isBusy={share.isPending} refusal={refusal}>
          Create link
        </Button>
        <Button onPress={onClose}>Close</Button>
      </FormActions>
    </Form>
  );
}

function MadeLink({ url, onClose }: { url: string; onClose(): void }) {
  const expires = Number(new URL(url).searchParams.get('expires'));
  return (
    <Stack gap={4}>
      <p>
        Anyone with this link can read the email until{' '}
        <Time at={Number.isNaN(expires) ? null : new Date(expires * 1_000).toISOString()} isExact />.
      </p>
      <CodeBlock code={url} label="the link" language="Link" />
      <div>
        <Button variant="filled" onPress={onClose}>
          Done
        </Button>
      </div>
    </Stack>
  );
}
