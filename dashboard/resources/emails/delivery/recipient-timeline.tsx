// The timeline of one recipient: each event with its reason and the reply of the mail server, verbatim, opens and clicks
// with what made them, and what comes next.
import { useState } from 'react';
import type { Email } from '../../../api/generated/types.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Timeline, type TimelineEntry } from '../../../design/data/timeline.tsx';
import { Code } from '../../../design/text/code.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { statusLook } from '../../../design/text/statuses.ts';
import type { Delivery, DeliveryStep } from './deliveries.ts';
import css from './delivery.module.css';
import { HitDetails } from './hit-details.tsx';

/** Events that are shown at first: up to a hundred opens and clicks of a recipient are kept. */
const SHOWN_STEPS = 20;

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
  const [isWhole, setWhole] = useState(false);
  const { address, attempts, steps } = delivery;
  const shown = isWhole ? steps : steps.slice(0, SHOWN_STEPS);
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
      <Timeline entries={[accepted, ...shown.map(entryOf), ...(next ? [next] : [])]} />
      {shown.length < steps.length && (
        <div>
          <Button onPress={() => setWhole(true)}>Show all {steps.length}</Button>
        </div>
      )}
    </div>
  );
}

function entryOf(step: DeliveryStep): TimelineEntry {
  const { id, at, hit } = step;
  return {
    id,
    at,
    title: titleOf(step),
    kind: kindOf(step),
    ...((step.message ?? step.reply) !== null && { children: <Reason step={step} /> }),
    ...(hit && { children: <HitDetails hit={hit} /> }),
  };
}

function titleOf({ type, isReported, hit }: DeliveryStep): string {
  if (isByMachine(hit)) return `${TITLES[type]} by a machine`;
  return isReported ? `${TITLES[type]}, by a report that came back` : TITLES[type];
}

function kindOf({ type, hit }: DeliveryStep): TimelineEntry['kind'] {
  const { tone } = statusLook(type);
  return tone === 'accent' || isByMachine(hit) ? 'neutral' : tone;
}

const isByMachine = (hit: DeliveryStep['hit']) => hit !== null && hit.machine !== null;

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
