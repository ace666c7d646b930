// When a page asks again for what it shows. Pure: the rules are tested without a browser.

/** The interval of reads that fail, and of all shown data without a stream of changes. */
export const POLL_MS = 2_000;
/** For what no event says, such as the end of an invitation. */
const SLOW_MS = 60_000;

/** The state of a read. Times are milliseconds; 0: never. */
export interface AskState {
  /** Whether a stream reports changes. */
  isSeen: boolean;
  /** Whether the shown data has changed since it was read. */
  hasChanged: boolean;
  hasFailed: boolean;
  answeredAt: number;
  /** Until when its asking so far lasts (`spentUntil`). */
  spentUntil: number;
}

/**
 * Decides when to read. Changes are read every two seconds at most; but the second of two changes that arrive close
 * together, such as those of a mail that is sent and delivered, does not wait for that, and later ones are two seconds
 * apart again.
 */
export function nextAsk({ isSeen, hasChanged, hasFailed, answeredAt, spentUntil }: AskState): number {
  if (!isSeen || hasFailed) return answeredAt + POLL_MS;
  return hasChanged ? spentUntil - POLL_MS : answeredAt + SLOW_MS;
}

/** Each time it asks lasts two seconds. @param before until when it was so far */
export function spentUntil(before: number, nowMs: number): number {
  return Math.max(before, nowMs) + POLL_MS;
}
