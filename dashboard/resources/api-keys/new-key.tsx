// A key that was just created: the key itself, which no page shows again, a snippet that sends with it, and a button
// that sends a first email with it at once.
import { useState } from 'react';
import type { NewApiKey } from '../../api/generated/types.ts';
import { useSession } from '../../api/session.ts';
import { SendSnippet } from '../../copy-as/send-snippet.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { FormActions } from '../../design/layout/form.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { Secret } from '../../records/secret.tsx';
import { SmtpSettings } from './smtp-settings.tsx';
import { TestEmail } from './test-email.tsx';
import { useSender } from './use-domains.ts';

interface NewKeyProps {
  created: NewApiKey;
  onDone(): void;
}

/** The key and its first email. */
export function NewKey({ created, onDone }: NewKeyProps) {
  return (
    <Stack gap={5}>
      <Secret text={created.token} label="API key" />
      <FirstEmail created={created} onDone={onDone} />
      <FormActions>
        <Button onPress={onDone}>I have stored the key</Button>
      </FormActions>
    </Stack>
  );
}

function FirstEmail({ created, onDone }: NewKeyProps) {
  const { person } = useSession();
  const [to, setTo] = useState(person.email);
  const from = useSender(created);
  if (from === undefined) return <Skeleton height={320} />;
  if (from === 'none') {
    return (
      <Notice kind="warn" title="No domain can send yet">
        {created.domain_id === null
          ? 'The key works, but sending needs a verified domain in this account.'
          : 'The key works, but its domain is not verified yet.'}
      </Notice>
    );
  }
  return (
    <>
      <TestEmail created={created} from={from} to={to} onTo={setTo} onLeave={onDone} />
      <Section title="Or send it from your program" level={3}>
        <SendSnippet apiKey={created.token} from={from} to={to || person.email} />
      </Section>
      <SmtpSettings />
    </>
  );
}
