// A key that was just created: the key itself, which no page shows again, a snippet that sends with it, and a button
// that sends a first email with it at once.
import { useState } from 'react';
import type { NewApiKey } from '../../api/generated/types.ts';
import { useSession } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { SendSnippet } from '../../copy-as/send-snippet.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { FormActions } from '../../design/layout/form.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { Secret } from '../../records/secret.tsx';
import { findSendingDomain } from '../overview/checklist.ts';
import { TestEmail } from './test-email.tsx';

interface NewKeyProps {
  created: NewApiKey;
  onDone(): void;
}

/** The key and its first email. */
export function NewKey({ created, onDone }: NewKeyProps) {
  return (
    <Stack gap={5}>
      <Secret text={created.token} label="API key" />
      <FirstEmail created={created} />
      <FormActions>
        <Button onPress={onDone}>Done, I have stored the key</Button>
      </FormActions>
    </Stack>
  );
}

function FirstEmail({ created }: { created: NewApiKey }) {
  const { person } = useSession();
  const [to, setTo] = useState(person.email);
  const { data } = useCall('listDomains', { query: { limit: 100 } });
  if (!data) return <Skeleton height={320} />;
  const { domain_id } = created;
  const domain = findSendingDomain(data.data.filter(({ id }) => domain_id === null || id === domain_id));
  if (domain === undefined) {
    return (
      <Notice kind="warn" title="No domain can send yet">
        {domain_id === null
          ? 'The key works, but mail needs a verified domain of this account.'
          : 'The key works, but the domain that it is bound to is not verified yet.'}
      </Notice>
    );
  }
  const from = `hello@${domain}`;
  return (
    <>
      <TestEmail created={created} from={from} to={to} onTo={setTo} />
      <Section title="Or send it from your program" level={3}>
        <SendSnippet apiKey={created.token} from={from} to={to || person.email} />
      </Section>
    </>
  );
}
