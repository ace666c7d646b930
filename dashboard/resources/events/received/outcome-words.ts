// What a received event has done, in words: the runs that it has started and the waits that it has ended, or why it has
// started none (docs/reference/events.md#what-an-event-starts). Pure.
import type { ReceivedEventItem, SentEvent } from '../../../api/generated/types.ts';
import { amountText } from '../../../format/amount-text.ts';

/** What is known of what an event has done. */
export type EventOutcome = Pick<ReceivedEventItem, 'domain' | 'waits_resolved' | 'automations'>;
/** What an event that was just sent has done. */
type SentCounts = Pick<SentEvent, 'runs_started' | 'waits_resolved'>;
/** Why an event has started no run of an automation. */
export type NotStartedReason = NonNullable<EventOutcome['automations'][number]['reason']>;

interface ReasonWords {
  /** In a row, after "None: ". */
  short: string;
  /** Of one automation, as a sentence. */
  long: string;
  /** A person may have to do something about it. */
  isWarning: boolean;
}

const REASONS: Readonly<Record<NotStartedReason, ReasonWords>> = {
  disabled: {
    short: 'the automation is disabled',
    long: 'No run: it was disabled when the event came.',
    isWarning: false,
  },
  active: {
    short: 'the contact is in a run already',
    long: 'No run: the contact was in a run of it, and it takes a contact again only after that run.',
    isWarning: false,
  },
  once: {
    short: 'the address has entered before',
    long: 'No run: the address has entered it before, and it takes each address once.',
    isWarning: false,
  },
  limit: {
    short: 'the contact has too many runs',
    long: 'No run: the contact had as many runs in progress as it can have, 100 in an automation or 1,000 in all.',
    isWarning: true,
  },
  quota: {
    short: 'the quota of runs is used up',
    long: 'No run: the quota of runs was used up. What a run takes of it is free again after 30 days.',
    isWarning: true,
  },
  loop: {
    short: 'it would have been a loop',
    long: 'No run: it would have been a loop. What has led to this event had started the automation already, too many automations in a row, or 1,000 runs in all.',
    isWarning: true,
  },
};

/** What `Status` shows of an event. */
export function outcomeLook(event: EventOutcome): { status: string; label: string } {
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

/** What an event that was just sent has done, as a sentence: `reason` says why it has done nothing. */
export function startedWords({ runs_started, waits_resolved }: SentCounts): string {
  const sentences = [];
  if (runs_started > 0) sentences.push(`It has started ${counted(runs_started, 'run')}.`);
  if (waits_resolved > 0) sentences.push(endedWords(waits_resolved));
  return sentences.join(' ');
}

/** Why one automation has started no run, as a sentence. */
export function notStartedWords(reason: NotStartedReason): string {
  return REASONS[reason].long;
}

/** What the event has done as sentences, before the automations are named. */
export function outcomeSentences({ domain, waits_resolved, automations }: EventOutcome): string[] {
  const started = automations.filter(({ run_id }) => run_id !== null).length;
  const sentences = [];
  if (started > 0) sentences.push(`It has started ${counted(started, 'run')}.`);
  if (waits_resolved > 0) sentences.push(endedWords(waits_resolved));
  if (automations.length === 0 && domain !== null)
    sentences.push(
      waits_resolved > 0
        ? `No automation of ${domain} began with it then.`
        : `It has started nothing: no automation of ${domain} began with it then, and it has ended no wait.`,
    );
  if (domain === null)
    sentences.push(
      automations.length === 0
        ? 'No automation began with it. Its domain was deleted since.'
        : 'Its domain was deleted since, which has cancelled the runs that were in progress.',
    );
  if (automations.length > 0 && started === 0) sentences.push('It has started no run.');
  return sentences;
}

const endedWords = (waits: number) =>
  `It has ended the wait of ${counted(waits, 'run')}, which ${waits === 1 ? 'goes' : 'go'} on.`;

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

function counted(count: number, what: string): string {
  return `${amountText(count)} ${what}${count === 1 ? '' : 's'}`;
}
