// What an email belongs to, by name: its contact, topic, template, campaign and automation, and the suppressions of its
// recipients. Names are read when the details are opened. What was deleted is an id that one can copy, not a link to nothing.
import { Link } from 'wouter';
import type { Email } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import type { Fact } from '../../../design/layout/facts.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Time } from '../../../design/text/time.tsx';
import { runPath } from '../../automations/list.ts';

/** The facts of an email that name something else. */
export function relatedFacts(email: Email): Fact[] {
  const { contact_id, topic_id, template_id, campaign_id, automation_id, run_id } = email;
  const copied = (label: string, id: string) => (
    <Copyable text={id} label={`the ${label.toLowerCase()}`} isMono />
  );
  return [
    ...fact('Contact', contact_id, (id) => <ContactName id={id} />),
    ...fact('Topic', topic_id, (id) => <Named operation="getTopic" id={id} path="/topics" />),
    ...fact('Template', template_id, (id) => <Named operation="getTemplate" id={id} path="/templates" />),
    ...fact('Campaign', campaign_id, (id) => <Named operation="getCampaign" id={id} path="/campaigns" />),
    ...fact('Automation', automation_id, (id) => (
      <Named operation="getAutomation" id={id} path="/automations" />
    )),
    ...fact('Run', run_id, (id) =>
      automation_id === null ? (
        copied('Run', id)
      ) : (
        <Link href={runPath(automation_id, id)}>What the run has done</Link>
      ),
    ),
    ...fact('Message-ID', email.message_id, (id) => copied('Message-ID', id)),
    ...fact('Id', email.id, (id) => copied('Id', id)),
  ];
}

function fact(label: string, id: string | null, shown: (id: string) => Fact[1]): Fact[] {
  return id === null ? [] : [[label, shown(id)]];
}

type NamedRead = 'getTopic' | 'getTemplate' | 'getCampaign' | 'getAutomation';

/** @param path where its page is */
function Named({ operation, id, path }: { operation: NamedRead; id: string; path: string }) {
  const { data } = useCall(operation, { id });
  return <NameOf id={id} name={data?.name} path={path} />;
}

function ContactName({ id }: { id: string }) {
  return <NameOf id={id} name={useCall('getContact', { id }).data?.email} path="/contacts" />;
}

/** A deleted or unread thing has no name. */
function NameOf({ id, name, path }: { id: string; name: string | undefined; path: string }) {
  if (name === undefined) return <Copyable text={id} label="the id" isMono />;
  return <Link href={`${path}/${id}`}>{name}</Link>;
}

const STOPPED: ReadonlySet<Email['status']> = new Set(['bounced', 'complained', 'suppressed']);

/** "bo@customer.dev since 12 Mar": its recipients that are on the suppression list now. */
export function useSuppressedFact({ id, recipients }: Email): Fact[] {
  const isEnabled = recipients.some(({ status }) => STOPPED.has(status));
  const suppressions = useCall('traceEmail', { id }, { isEnabled }).data?.suppressions ?? [];
  if (suppressions.length === 0) return [];
  const lines = suppressions.map((entry) => (
    <div key={entry.id}>
      <Link href={`/suppressions/${entry.id}`}>{entry.email}</Link> since <Time at={entry.created_at} />
    </div>
  ));
  return [['Suppressed', lines]];
}
