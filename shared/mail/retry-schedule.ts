// Retry schedule of mail: retry with back-off and jitter. The delays grow, so that a short outage delays mail only a
// little and a long one costs few attempts; after three days the mail has failed (docs/reference/delivery.md#attempts).
// A retry is a due time in the recipient's row (docs/architecture/guarantees.md#retries).
import { HOUR_MS, MINUTE_MS } from '../platform/time/durations.ts';

/** The delay after each failed attempt; nine minutes less than 72 hours in total. */
// biome-ignore format: the steps of the schedule, a day or less a line.
export const RETRY_DELAYS_MS: readonly number[] = [
  1 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS,
  1 * HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS,
  8 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS,
  8 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS,
  8 * HOUR_MS,
];
/**
 * After this many workers have died while sending it, a mail has failed (poison message). The bound equals the number
 * of attempts. An attempt that ended with the death of its worker does not count, because it says
 * nothing about the mail; without this bound a mail that crashes its worker would do so for ever.
 */
export const WORKER_DEATHS_MAX = RETRY_DELAYS_MS.length + 1;
/** Jitter: the largest random part by which a delay is shortened, so that mail that failed together is spread. */
export const RETRY_JITTER = 0.1;

/**
 * The delay before the next attempt, in milliseconds; undefined after the last attempt.
 * @param failedAttempts number of failed attempts, from 1
 * @param random returns a number from 0 to 1
 * @throws RangeError when there has been no attempt
 */
export function retryDelayMs(failedAttempts: number, random: () => number): number | undefined {
  // Returning undefined here would fail a mail that was never tried.
  if (failedAttempts < 1) throw new RangeError('A retry follows at least one attempt.');
  const delayMs = RETRY_DELAYS_MS[failedAttempts - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 - RETRY_JITTER * random()));
}
