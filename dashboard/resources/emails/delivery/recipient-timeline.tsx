// The timeline of one recipient: each event with its reason and the reply of the mail server, verbatim, opens and clicks
// with what made them, and what comes next.
import { useState } from 'react';
import type { Email } from '../../../api/generated/types.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Timeline, type TimelineEntry } from '../../../design/data/timeline.tsx';
import { Code } from '../../../design/text/code.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { statusStyle } from '../../../design/text/statuses.ts';
import type { Delivery, DeliveryStep } from './deliveries.ts';
import css from './delivery.module.css';
import { HitDetails } from './hit-details.tsx';
import { attemptsText, isByMachine, type NextStep, nextOf, titleOf } from './step-words.ts';

/** Events that are shown at first: up to a hundred opens and clicks of a recipient are stored. */
const SHOWN_STEPS = 20;

interface RecipientTimelineProps {
  email: Email;
  delivery: Delivery;
  /** No row above it has the address. */
  isOnly?: boolean;
}

/** The timeline. */
export function RecipientTimeline({ email, delivery, isOnly = false }: RecipientTimelineProps) {
  const [isWhole, setWhole] = useState(false);
  const { address, steps } = delivery;
  const shown = isWhole ? steps : steps.slice(0, SHOWN_STEPS);
  const accepted: TimelineEntry = {
    id: 'accepted',
    at: email.created_at,
    title: 'Accepted',
    kind: 'neutral',
  };
  const next = nextEntry(nextOf(email, delivery));
  return (
    <div className={css['timeline']}>
      <p className={css['about']}>
        {isOnly && <Copyable text={address} label="the address" />}
        <span>{attemptsText(delivery)}</span>
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

function nextEntry(next: NextStep | undefined): TimelineEntry | undefined {
  if (!next) return undefined;
  const { title, at, isLate } = next;
  return { id: 'next', at, title, kind: isLate ? 'warn' : 'info', isOpen: true };
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

function kindOf(step: DeliveryStep): TimelineEntry['kind'] {
  const { tone } = statusStyle(step.type);
  return tone === 'accent' || isByMachine(step) ? 'neutral' : tone;
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
