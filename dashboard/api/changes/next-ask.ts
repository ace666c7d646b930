// When a page asks again for what it shows. Pure: the rules are tested without a browser.

/** What fails, and all that is shown while no stream says what has changed, is asked for so long after the last answer. */
export const POLL_MS = 2_000;
/** For what no event says, such as the end of an invitation. */
const SLOW_MS = 60_000;

/** What is known of a read. Times are milliseconds; 0: never. */
export interface AskState {
  /** Whether a stream says what has changed. */
  isSeen: boolean;
  /** Whether what is shown has changed since it was asked for. */
  hasChanged: boolean;
  hasFailed: boolean;
  answeredAt: number;
  /** Until when its asking so far lasts (`spentUntil`). */
  spentUntil: number;
}

/**
 * When to ask. Changes are asked for every two seconds at most: of two that come close together, as those of a mail
 * that is sent and delivered, the second one does not wait for that, and what follows has the same two seconds between.
 */
export function nextAsk({ isSeen, hasChanged, hasFailed, answeredAt, spentUntil }: AskState): number {
  if (!isSeen || hasFailed) return answeredAt + POLL_MS;
  return hasChanged ? spentUntil - POLL_MS : answeredAt + SLOW_MS;
}

/** Each time it asks lasts two seconds. @param before until when it was so far */
export function spentUntil(before: number, nowMs: number): number {
  return Math.max(before, nowMs) + POLL_MS;
}
