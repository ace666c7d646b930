// A batch of an automation in words: what it does, how far it is, and why contacts or runs were skipped. Pure.
import { NOT_STARTED_REASONS } from '../../../../../shared/contract/events/values.ts';
import type { AutomationBatchItem } from '../../../../api/generated/types.ts';
import { amountText } from '../../../../format/amount-text.ts';
import { notStartedWords } from '../../../events/received/outcome-sentences.ts';
import { counted } from '../../../events/received/outcome-words.ts';
import { refetchDelayUntil } from '../../run/run-words.ts';

type Batch = Pick<AutomationBatchItem, 'type' | 'status' | 'counts' | 'skipped_reasons' | 'at'>;

/** Type → its name, its subject, and the result of the finished ones. */
const TYPES: Readonly<Record<Batch['type'], { label: string; of: string; done: string }>> = {
  schedule: { label: 'Schedule', of: 'contact', done: 'started' },
  enroll: { label: 'Enrolment', of: 'contact', done: 'started' },
  retry: { label: 'Retry', of: 'run', done: 'resumed' },
  cancel: { label: 'Cancellation', of: 'run', done: 'cancelled' },
};

/** Status → a word, and what it means. */
const STATES: Readonly<Record<Batch['status'], { label: string; sentence: string }>> = {
  pending: { label: 'Waiting', sentence: 'This batch is scheduled or queued.' },
  running: { label: 'Running', sentence: 'This batch continues even if you close this page.' },
  completed: { label: 'Completed', sentence: 'Everything in this batch was processed.' },
  cancelled: {
    label: 'Cancelled',
    sentence: 'The automation was turned off before this batch was complete.',
  },
  missed: { label: 'Missed', sentence: 'The automation was off at the scheduled time.' },
  failed: { label: 'Failed', sentence: 'A service error ended this batch. Its results so far stay.' },
};

/** The reasons to skip acts other than the start of a run. */
const SKIPPED: Readonly<Record<string, string>> = {
  deleted: 'The run or its contact was deleted.',
  left: 'The contact left the segment or the audience, or was removed, first.',
  disabled: 'The automation was turned off first.',
};

export const TYPE_OPTIONS = Object.entries(TYPES).map(([id, { label }]) => ({ id, label }));
export const STATUS_OPTIONS = Object.entries(STATES).map(([id, { label }]) => ({ id, label }));

/** "Enrolment" */
export function typeWords({ type }: Pick<Batch, 'type'>): string {
  return TYPES[type].label;
}

/** The status of a batch, for `Status`. */
export function batchBadge({ status }: Pick<Batch, 'status'>): { status: string; label: string } {
  return { status, label: STATES[status].label };
}

/** "1,204 of 3,000 contacts: 1,200 started, 4 skipped" */
export function countsWords({ type, counts }: Pick<Batch, 'type' | 'counts'>): string {
  const { of, done } = TYPES[type];
  const { total } = counts;
  if (total === null) return 'Not counted yet';
  const parts = [
    [counts.done, done],
    [counts.skipped, 'skipped'],
    [counts.failed, 'failed'],
  ].flatMap(([count, words]) => (count ? [`${amountText(Number(count))} ${words}`] : []));
  const met = metOf(counts);
  const whole = met < total ? `${amountText(met)} of ${counted(total, of)}` : counted(total, of);
  return parts.length === 0 ? whole : `${whole}: ${parts.join(', ')}`;
}

/** How many had their turn. */
export function metOf({ done, skipped, failed }: Batch['counts']): number {
  return done + skipped + failed;
}

/** The meaning of its state. */
export function stateSentence({ status }: Pick<Batch, 'status'>): string {
  return STATES[status].sentence;
}

/** Why contacts or runs were skipped, the most frequent reason first. */
export function skippedRows({ skipped_reasons }: Pick<Batch, 'skipped_reasons'>) {
  return Object.entries(skipped_reasons)
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => ({ reason: skippedWords(reason), count }));
}

/** How long after an answer a batch is read again, in milliseconds; undefined: it has ended. */
export function refetchDelay({ status, at }: Pick<Batch, 'status' | 'at'>, now: Date): number | undefined {
  if (status === 'running') return refetchDelayUntil(null, now);
  return status === 'pending' ? refetchDelayUntil(at, now) : undefined;
}

function skippedWords(reason: string): string {
  const known = NOT_STARTED_REASONS.find((each) => each === reason);
  return SKIPPED[reason] ?? (known ? notStartedWords(known) : reason);
}
