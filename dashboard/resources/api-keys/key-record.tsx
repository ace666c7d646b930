// An API key: what it may do and from where, its change and its end.
import Ban from 'lucide-react/icons/ban';
import Pencil from 'lucide-react/icons/pencil';
import { useState } from 'react';
import type { ApiKey } from '../../api/generated/types.ts';
import { useRefusal, useSession } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { SendSnippet } from '../../copy-as/send-snippet.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Facts } from '../../design/layout/facts.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { RecordPane, RecordState } from '../../records/record-pane.tsx';
import { EditKey } from './edit-key.tsx';
import { isExpired, permissionWords } from './key-words.ts';
import { RevokeKey } from './revoke-key.tsx';
import { SmtpSettings } from './smtp-settings.tsx';
import { useDomainNames, useSender } from './use-domains.ts';

const LIST_PATH = '/api-keys';

/** The record. */
export function KeyRecord({ id }: { id: string }) {
  const read = useCall('getApiKey', { id }, { isLive: true });
  return (
    <RecordState read={read} listPath={LIST_PATH} what="API key">
      {(key) => (
        <RecordPane
          title={key.name}
          mark={<Status status={isExpired(key, new Date()) ? 'expired' : 'active'} />}
          listPath={LIST_PATH}
          actions={<Actions apiKey={key} />}
        >
          <KeyFacts apiKey={key} />
          <Use apiKey={key} />
        </RecordPane>
      )}
    </RecordState>
  );
}

function Actions({ apiKey }: { apiKey: ApiKey }) {
  const [open, setOpen] = useState<'edit' | 'revoke'>();
  const editRefusal = useRefusal('updateApiKey');
  const revokeRefusal = useRefusal('deleteApiKey');
  const close = () => setOpen(undefined);
  return (
    <>
      <CopyAs operation="getApiKey" input={{ id: apiKey.id }} />
      <Button icon={Pencil} refusal={editRefusal} onPress={() => setOpen('edit')}>
        Edit
      </Button>
      <Button variant="danger" icon={Ban} refusal={revokeRefusal} onPress={() => setOpen('revoke')}>
        Revoke
      </Button>
      <EditKey apiKey={apiKey} isOpen={open === 'edit'} onClose={close} />
      <RevokeKey apiKey={apiKey} listPath={LIST_PATH} isOpen={open === 'revoke'} onClose={close} />
    </>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const domainName = useDomainNames();
  return (
    <Facts
      facts={[
        ['Begins with', <code key="prefix">{apiKey.prefix}…</code>],
        ['Permission', permissionWords(apiKey.permission)],
        ['Domain', domainName(apiKey.domain_id)],
        ['Allowed addresses', <Addresses key="addresses" addresses={apiKey.allowed_addresses} />],
        ['Last used', <Time key="used" at={apiKey.last_used_at} empty="Never" />],
        ['Expires', <Time key="expires" at={apiKey.expires_at} empty="Never" />],
        ['Created', <Time key="created" at={apiKey.created_at} />],
        ['Id', <Copyable key="id" text={apiKey.id} label="the id" isMono />],
      ]}
    />
  );
}

/** How a program sends with it; the key itself is read from the environment. */
function Use({ apiKey }: { apiKey: ApiKey }) {
  const { person } = useSession();
  const from = useSender(apiKey);
  if (from === undefined || from === 'none') return null;
  return (
    <>
      <Section
        title="Send with it"
        description="From a program that has the key in POSTHORN_API_KEY."
        level={3}
      >
        <SendSnippet from={from} to={person.email} />
      </Section>
      <SmtpSettings />
    </>
  );
}

function Addresses({ addresses }: { addresses: readonly string[] | null }) {
  if (addresses === null) return 'From anywhere';
  return (
    <Stack gap={1}>
      {addresses.map((address) => (
        <code key={address}>{address}</code>
      ))}
    </Stack>
  );
}
