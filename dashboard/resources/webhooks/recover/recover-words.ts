// Bringing back what an endpoint missed, in words: how many events that is, how far it has come, and how it ended. Pure.
import type { WebhookItem, WebhookReplayProgress } from '../../../api/generated/types.ts';
import { amountText } from '../../../format/amount-text.ts';

type Counts = Pick<WebhookReplayProgress, 'status' | 'total' | 'waiting' | 'delivered' | 'failed'>;

const MINUTE_MS = 60_000;
/** The time between two reads of a recovery that has just begun. */
const REFETCH_MS = 2_000;
/** The part of its age after which it is read again: one that has waited for days is read less often. */
const REFETCH_SHARE = 0.1;

/**
 * The time from which on events are lost: a little before the first attempt that failed, because an event occurs before
 * it is posted; or the first of the last 24 hours in which one failed.
 * @returns undefined: nothing is known to have failed
 */
export function failedFrom({ failing_since, hours }: WebhookItem['health']): Date | undefined {
  if (failing_since !== null)
    return new Date((Math.floor(Date.parse(failing_since) / MINUTE_MS) - 1) * MINUTE_MS);
  const first = hours.find(({ failed }) => failed > 0);
  return first && new Date(first.starts_at);
}

/** "12 events". */
export function eventsText(count: number): string {
  return `${amountText(count)} ${count === 1 ? 'event' : 'events'}`;
}

/** How many there are. @param total null: more than are counted */
export function foundWords(total: number | null): string {
  if (total === null) return 'More than 1,000,000 events were not delivered since then.';
  if (total === 0)
    return 'All events since then were delivered, have not been attempted yet, or are being posted now.';
  return `${eventsText(total)} since then ${total === 1 ? 'was' : 'were'} attempted but not delivered.`;
}

/** The effect of a press. */
export function recoverLabel(total: number | null | undefined): string {
  return typeof total === 'number' && total > 0 ? `Recover ${eventsText(total)}` : 'Recover events';
}

/**
 * The next step after a delivered test, while the page says that every request fails.
 * @returns undefined: there are no failures
 */
export function afterTestWords({
  status,
  health,
}: Pick<WebhookItem, 'status' | 'health'>): string | undefined {
  if (health.failing_since === null) return undefined;
  return status === 'disabled'
    ? 'The endpoint answers again. Enable the webhook, then recover the missed events.'
    : 'The endpoint answers again. Recover the missed events above.';
}

/** "3 delivered, 1 failed again, 2 waiting": while it runs. @param isFailing the endpoint still fails */
export function underWayWords({ status, delivered, failed, waiting }: Counts, isFailing: boolean): string {
  return [
    `${amountText(delivered)} delivered`,
    ...(failed > 0 ? [`${amountText(failed)} ${failedWord(status)}`] : []),
    ...(waiting > 0
      ? [`${amountText(waiting)} ${isFailing ? 'held back, endpoint failing' : 'waiting'}`]
      : []),
  ].join(', ');
}

/**
 * How long after an answer a recovery is read again, in milliseconds: the stream of changes names deliveries, but not
 * that no event is left. undefined: it has ended
 */
export function replayRefetchDelay(
  { created_at, ended_at }: Pick<WebhookReplayProgress, 'created_at' | 'ended_at'>,
  answeredAt: Date,
): number | undefined {
  if (ended_at !== null) return undefined;
  const age = answeredAt.getTime() - Date.parse(created_at);
  return Math.min(MINUTE_MS, Math.max(REFETCH_MS, age * REFETCH_SHARE));
}

/** How it ended. */
export function endWords({ status, delivered, failed, waiting, total }: Counts): string {
  const whole = total ?? delivered + failed + waiting;
  if (whole === 0) return 'There was nothing left to recover.';
  const others = whole - delivered - failed - waiting;
  const sentences = [
    deliveredWords(delivered, whole),
    failed > 0 && `${eventsText(failed)} ${failedWord(status)}.`,
    waiting > 0 && `The webhook was disabled: ${eventsText(waiting)} wait until it is enabled.`,
    others > 0 &&
      `${eventsText(others)} ${others === 1 ? 'was' : 'were'} skipped: a later recovery included them, or the webhook was disabled first.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** A replay may be of events that were delivered. */
function failedWord(status: Counts['status']): string {
  return status === 'failed' || status === 'undelivered' ? 'failed again' : 'failed';
}

function deliveredWords(delivered: number, whole: number): string {
  if (delivered === whole)
    return whole === 1 ? 'The event was delivered.' : `All ${eventsText(whole)} were delivered.`;
  if (delivered === 0) return `None of ${eventsText(whole)} was delivered.`;
  return `${amountText(delivered)} of ${eventsText(whole)} were delivered.`;
}
