// What a received event has done, in the few words of a row: the runs that it has started and the waits that it has ended, or
// why it has started none (docs/reference/events.md#what-an-event-starts). outcome-sentences.ts has more of it. Pure.
import type { ReceivedEventItem } from '../../../api/generated/types.ts';
import { amountText } from '../../../format/amount-text.ts';

/** The facts about the result of an event. */
export type EventOutcome = Pick<ReceivedEventItem, 'domain' | 'waits_resolved' | 'automations'>;
/** Why an event has started no run of an automation. */
export type NotStartedReason = NonNullable<EventOutcome['automations'][number]['reason']>;

interface ReasonWords {
  /** The words in a row, after "None: ". */
  short: string;
  /** A person may have to do something about it. */
  isWarning?: true;
}

const REASONS: Readonly<Record<NotStartedReason, ReasonWords>> = {
  disabled: {
    short: 'the automation is disabled',
  },
  machine: {
    short: 'a program sent it',
  },
  answered: {
    short: 'answered within the hour',
  },
  active: {
    short: 'the contact is already in a run',
  },
  once: {
    short: 'the address entered before',
  },
  limit: {
    short: 'the contact has too many runs',
    isWarning: true,
  },
  quota: {
    short: 'the quota of runs is used up',
    isWarning: true,
  },
  loop: {
    short: 'it would have been a loop',
    isWarning: true,
  },
};

/** The status of an event, for `Status`. */
export function outcomeBadge(event: EventOutcome): { status: string; label: string } {
  const done = doneWords(event);
  if (done !== undefined) return { status: 'success', label: done };
  const reasons = reasonsOf(event);
  const [first] = reasons;
  if (first === undefined) return { status: 'skipped', label: 'None: no automation for it' };
  const status = reasons.some((reason) => REASONS[reason].isWarning) ? 'missed' : 'skipped';
  const label =
    reasons.length === 1 ? REASONS[first].short : `${event.automations.length} automations say why`;
  return { status, label: `None: ${label}` };
}

/** "2 runs started, 1 wait ended" */
function doneWords({ automations, waits_resolved }: EventOutcome): string | undefined {
  const started = automations.filter(({ run_id }) => run_id !== null).length;
  const parts = [
    ...(started > 0 ? [`${counted(started, 'run')} started`] : []),
    ...(waits_resolved > 0 ? [`${counted(waits_resolved, 'wait')} ended`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** Each once. */
function reasonsOf({ automations }: EventOutcome): NotStartedReason[] {
  return [...new Set(automations.flatMap(({ reason }) => reason ?? []))];
}

/** "2 runs" */
export function counted(count: number, what: string): string {
  return `${amountText(count)} ${what}${count === 1 ? '' : 's'}`;
}
