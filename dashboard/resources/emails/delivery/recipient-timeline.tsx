// The timeline of one recipient: each event with its reason and the reply of the mail server, verbatim, and what comes
// next.
import type { Email } from '../../../api/generated/types.ts';
import { Timeline, type TimelineEntry } from '../../../design/data/timeline.tsx';
import { Code } from '../../../design/text/code.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { statusLook } from '../../../design/text/statuses.ts';
import type { Delivery, DeliveryStep } from './deliveries.ts';
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
  const { id, type, at, isReported } = step;
  return {
    id,
    at,
    title: isReported ? `${TITLES[type]}, by a report that came back` : TITLES[type],
    kind: kindOf(type),
    ...((step.message ?? step.reply) !== null && { children: <Reason step={step} /> }),
  };
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
