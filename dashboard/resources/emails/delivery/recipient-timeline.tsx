// The timeline of one recipient: each event with its reason and the reply of the mail server, verbatim, and what comes
// next.
import type { Email } from '../../../api/generated/types.ts';
import { Timeline, type TimelineEntry } from '../../../design/data/timeline.tsx';
import { Code } from '../../../design/text/code.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { statusLook } from '../../../design/text/statuses.ts';
import type { Delivery, DeliveryStep, Hit } from './deliveries.ts';
import css from './delivery.module.css';

const TITLES: Readonly<Record<DeliveryStep['type'], string>> = {
  scheduled: 'Scheduled',
  sent: 'Sent',
  delivered: 'Delivered',
  delivery_delayed: 'Delayed',
  opened: 'Opened',
  clicked: 'Clicked',
  bounced: 'Bounced',
  complained: 'Reported as spam',
  suppressed: 'Suppressed',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** What a machine does says nothing about the person. */
const MACHINES: Readonly<Record<NonNullable<Hit['machine']>, string>> = {
  privacy_proxy: 'A mail app that loads all images as mail arrives, not a person.',
  scanner: 'A filter or another program, not a person.',
  prefetch: 'A browser that loads pages ahead, not a person.',
};

interface RecipientTimelineProps {
  email: Email;
  delivery: Delivery;
  /** No row above it has the address. */
  isOnly?: boolean;
}

/** The timeline. */
export function RecipientTimeline({ email, delivery, isOnly = false }: RecipientTimelineProps) {
  const { address, attempts, steps } = delivery;
  const accepted: TimelineEntry = {
    id: 'accepted',
    at: email.created_at,
    title: 'Accepted',
    kind: 'neutral',
  };
  const next = nextOf(email, delivery);
  return (
    <div className={css['timeline']}>
      <p className={css['about']}>
        {isOnly && <Copyable text={address} label="the address" />}
        <span>{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
      </p>
      <Timeline entries={[accepted, ...steps.map(entryOf), ...(next ? [next] : [])]} />
    </div>
  );
}

function entryOf(step: DeliveryStep): TimelineEntry {
  const { id, type, at, hit } = step;
  const details = detailsOf(step);
  return {
    id,
    at,
    title: titleOf(step),
    kind: hit?.machine ? 'neutral' : kindOf(type),
    ...(details && { children: details }),
  };
}

function titleOf({ type, isReported, hit }: DeliveryStep): string {
  if (isReported) return `${TITLES[type]}, by a report that came back`;
  return hit?.machine ? `${TITLES[type]} by a machine` : TITLES[type];
}

function detailsOf(step: DeliveryStep) {
  const { hit, message, reply } = step;
  if (hit) return <HitDetails hit={hit} />;
  return (message ?? reply) === null ? undefined : <Reason step={step} />;
}

/** The link as text: to follow it here would count as a click. */
function HitDetails({ hit: { machine, link, userAgent } }: { hit: Hit }) {
  return (
    <>
      {machine !== null && <p>{MACHINES[machine]}</p>}
      {link !== null && (
        <p>
          <Code>{link}</Code>
        </p>
      )}
      {userAgent !== '' && <p className={css['about']}>{userAgent}</p>}
    </>
  );
}

function kindOf(type: DeliveryStep['type']): TimelineEntry['kind'] {
  const { tone } = statusLook(type);
  return tone === 'accent' ? 'neutral' : tone;
}

function Reason({ step: { message, reason, reply, server } }: { step: DeliveryStep }) {
  return (
    <>
      {message !== null && (
        <p>
          {message} {reason !== null && <Code>{reason}</Code>}
        </p>
      )}
      {reply !== null && (
        <figure className={css['reply']}>
          <figcaption>{server === null ? 'The mail server replied' : `${server} replied`}</figcaption>
          <code>{reply}</code>
        </figure>
      )}
    </>
  );
}

/** What the recipient waits for. */
function nextOf(email: Email, { status, attempts, next_attempt_at }: Delivery): TimelineEntry | undefined {
  const next = { id: 'next', kind: 'info', isOpen: true } as const;
  if (status === 'pending') return { ...next, at: email.scheduled_at, title: 'To be sent' };
  if (status === 'queued') return { ...next, at: next_attempt_at, title: 'Waits for a worker' };
  if (status === 'sending') return { ...next, at: null, title: `Attempt ${attempts} runs` };
  if (status === 'delivery_delayed')
    return { ...next, kind: 'warn', at: next_attempt_at, title: `Attempt ${attempts + 1}` };
  return undefined;
}
