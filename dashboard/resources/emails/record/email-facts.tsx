// The facts of an email: a line with its first recipient, its time and its sender; on request all its addresses, its ids
// and its times.
import { useState } from 'react';
import { Link } from 'wouter';
import type { Email } from '../../../api/generated/types.ts';
import { Button } from '../../../design/controls/button.tsx';
import { type Fact, FactsInShort } from '../../../design/layout/facts.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Time } from '../../../design/text/time.tsx';
import { isUnderWay, recipientsInShort, SOURCES } from '../words.ts';
import css from './email-record.module.css';
import { relatedFacts, useSuppressedFact } from './related.tsx';

const SHOWN_ADDRESSES = 3;
/** A longer subject is cut in the title. */
const LONG_SUBJECT = 150;

/** The facts. */
export function EmailFacts({ email }: { email: Email }) {
  const { from, source, created_at } = email;
  const { first, more } = recipientsInShort(email);
  const suppressed = useSuppressedFact(email);
  return (
    <FactsInShort
      line={[
        ['To', more > 0 ? `${first} +${more}` : first],
        ['', <Time key="created" at={created_at} />],
        ['From', from],
        ['Source', SOURCES[source]],
      ]}
      facts={[
        ...addressesOf(email),
        ...suppressed,
        ...timesOf(email),
        ...providersOf(email),
        ...relatedFacts(email),
      ]}
    />
  );
}

function addressesOf({ from, to, cc, bcc, reply_to, subject, preview_text }: Email): Fact[] {
  return [
    ['From', <Copyable key="from" text={from} label="the sender" />],
    ['To', <Addresses key="to" addresses={to} />],
    ...(cc ? [['Cc', <Addresses key="cc" addresses={cc} />] as const] : []),
    ...(bcc ? [['Bcc', <Addresses key="bcc" addresses={bcc} />] as const] : []),
    ...(reply_to ? [['Reply-To', <Addresses key="reply" addresses={reply_to} />] as const] : []),
    ...(subject.length > LONG_SUBJECT ? [['Subject', subject] as const] : []),
    ...(preview_text ? [['Preview text', preview_text] as const] : []),
  ];
}

function timesOf({ status, source, tags, tracking, created_at, scheduled_at, sent_at }: Email): Fact[] {
  const measured = [tracking.opens && 'Opens', tracking.clicks && 'Clicks'].filter(Boolean).join(', ');
  return [
    ['Source', SOURCES[source]],
    ['Accepted', <Time key="created" at={created_at} />],
    ...(scheduled_at ? [['Scheduled for', <Time key="scheduled" at={scheduled_at} />] as const] : []),
    ['Sent', <Time key="sent" at={sent_at} empty={isUnderWay(status) ? 'Not yet' : 'Never'} />],
    ...(measured ? [['Measures', measured] as const] : []),
    ...(tags.length > 0 ? [['Tags', <Tags key="tags" tags={tags} />] as const] : []),
  ];
}

/** The providers that last tried its recipients. */
function providersOf({ recipients }: Email): Fact[] {
  const names = new Set(recipients.flatMap(({ provider }) => provider ?? []));
  return names.size === 0 ? [] : [['Provider', [...names].join(', ')]];
}

function Addresses({ addresses }: { addresses: readonly string[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? addresses : addresses.slice(0, SHOWN_ADDRESSES);
  return (
    <div className={css['addresses']}>
      {shown.map((address) => (
        <Copyable key={address} text={address} label="the address" />
      ))}
      {shown.length < addresses.length && (
        <Button variant="quiet" size="small" onPress={() => setWhole(true)}>
          Show all {addresses.length}
        </Button>
      )}
    </div>
  );
}

function Tags({ tags }: { tags: Email['tags'] }) {
  return (
    <span className={css['tags']}>
      {tags.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same tag may come twice, and they never change.
        <Link key={index} href={`/emails?tag=${encodeURIComponent(`${name}:${value}`)}`}>
          {name}:{value}
        </Link>
      ))}
    </span>
  );
}
