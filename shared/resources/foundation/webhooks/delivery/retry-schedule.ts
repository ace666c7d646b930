// The retry schedule of webhook messages, with back-off: a delay before each attempt, or the delay of the endpoint's
// `Retry-After` if that is longer (docs/reference/webhooks.md#delivery-and-retries).
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../platform/time/durations.ts';

/**
 * Delay before each attempt, including the first one; about three days in total. After the last attempt the message has
 * failed.
 */
// biome-ignore format: a table of delays, in two rows.
export const ATTEMPT_DELAYS_MS: readonly number[] = [
  0, 5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS,
  2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS,
];
/**
 * Largest fraction that is added to a delay at random (jitter), so that messages which failed together are not retried
 * together.
 */
const ATTEMPT_JITTER = 0.1;
/** Upper limit of the delay that an endpoint can ask for: our longest delay. */
export const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;
/** Statuses for which `Retry-After` is honored. */
const RETRY_AFTER_STATUSES: ReadonlySet<number | null> = new Set([429, 502, 503, 504]);

const SECONDS = /^\d+$/;
/** A date as HTTP writes it today: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7). */
const HTTP_DATE = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The parts of a failed attempt that the schedule needs. */
export interface FailedAttempt {
  /** Number of attempts so far, including this one. */
  attempts: number;
  statusCode: number | null;
  /** The `Retry-After` header, unchanged. */
  retryAfter: string | undefined;
  at: Date;
  /** A random number from 0 to 1. */
  random: number;
}

/** Returns when the next attempt is due; null: no attempts are left. */
export function nextAttemptAt({ attempts, statusCode, retryAfter, at, random }: FailedAttempt): Date | null {
  // Returning null here would end a message that was never tried.
  if (attempts < 1) throw new RangeError('A retry follows at least one attempt.');
  const delayMs = ATTEMPT_DELAYS_MS[attempts];
  if (delayMs === undefined) return null;
  const askedMs = RETRY_AFTER_STATUSES.has(statusCode) ? retryAfterMs(retryAfter, at) : 0;
  const waitMs = Math.max(delayMs * (1 + ATTEMPT_JITTER * random), askedMs);
  return new Date(at.getTime() + Math.round(waitMs));
}

/** RFC 9110 §10.2.3: seconds or a date. Any other text counts as no delay. */
function retryAfterMs(text: string | undefined, at: Date): number {
  const value = text?.trim() ?? '';
  if (SECONDS.test(value)) return Math.min(Number(value) * SECOND_MS, RETRY_AFTER_MAX_MS);
  // `Date.parse` alone reads a year in any text: "soon 2099".
  const askedMs = HTTP_DATE.test(value) ? Date.parse(value) - at.getTime() : 0;
  return Number.isNaN(askedMs) ? 0 : Math.min(Math.max(askedMs, 0), RETRY_AFTER_MAX_MS);
}
