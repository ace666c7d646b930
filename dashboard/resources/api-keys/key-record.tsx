// An API key: what it may do and from where, its change and its end.
import Ban from 'lucide-react/icons/ban';
import type { ApiKey } from '../../api/generated/types.ts';
import { useSession } from '../../api/session.ts';
import { SendSnippet } from '../../copy-as/send-snippet.tsx';
import { Facts } from '../../design/layout/facts.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { relativeTime } from '../../format/time.ts';
import { SimpleRecord } from '../../records/simple-record.tsx';
import { EditKey } from './key-dialogs.tsx';
import { isExpired, permissionWords } from './key-words.ts';
import { SmtpSettings } from './smtp-settings.tsx';
import { useDomainNames, useSender } from './use-domains.ts';

/** The record. */
export function KeyRecord({ id }: { id: string }) {
  return (
    <SimpleRecord
      id={id}
      read="getApiKey"
      what="API key"
      listPath="/api-keys"
      title={({ name }) => name}
      mark={(key) => <Status status={isExpired(key, new Date()) ? 'expired' : 'active'} />}
      edit={{ operation: 'updateApiKey', label: 'Edit', Dialog: EditKey }}
      removal={{
        operation: 'deleteApiKey',
        label: 'Revoke',
        icon: Ban,
        title: ({ name }) => `Revoke “${name}”?`,
        lost: (key) => <Lost apiKey={key} />,
        confirmLabel: 'Revoke key',
        done: ({ name }) => `API key “${name}” revoked.`,
      }}
    >
      {(key) => (
        <>
          <KeyFacts apiKey={key} />
          <Use apiKey={key} />
        </>
      )}
    </SimpleRecord>
  );
}

function Lost({ apiKey: { prefix, last_used_at: used } }: { apiKey: ApiKey }) {
  return (
    <p>
      Any program that uses <code>{prefix}…</code> is refused from its next request. You cannot undo this.{' '}
      {used === null
        ? 'This key has never been used.'
        : `This key was last used ${relativeTime(new Date(used), new Date())}.`}
    </p>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const domainName = useDomainNames();
  return (
    <Facts
      facts={[
        ['Starts with', <code key="prefix">{apiKey.prefix}…</code>],
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
        title="Send with this key"
        description="Run this where POSTHORN_API_KEY holds the key."
        level={3}
      >
        <SendSnippet from={from} to={person.email} />
      </Section>
      <SmtpSettings />
    </>
  );
}

function Addresses({ addresses }: { addresses: readonly string[] | null }) {
  if (addresses === null) return 'Any address';
  return (
    <Stack gap={1}>
      {addresses.map((address) => (
        <code key={address}>{address}</code>
      ))}
    </Stack>
  );
}
