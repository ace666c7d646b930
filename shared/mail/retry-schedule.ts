// When a mail that could not be delivered is tried again. The waits grow, so that a short outage costs little time
// and a long one few attempts; after three days the mail has failed (design rule 7).
import { HOUR_MS, MINUTE_MS } from '../platform/time/durations.ts';

/** The wait after each failed attempt; 72 hours in total, less nine minutes (design rule 7). */
// biome-ignore format: the steps of the schedule, a day or less a line.
export const RETRY_DELAYS_MS: readonly number[] = [
  1 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS,
  1 * HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS,
  8 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS,
  8 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS,
  8 * HOUR_MS,
];
/**
 * With so many workers that died with it a mail has failed: as many as it has tries. A try that ended so has told
 * nothing of the mail and is given back; without this bound a mail that kills its worker would do so for ever.
 */
export const WORKER_DEATHS_MAX = RETRY_DELAYS_MS.length + 1;
/** Largest part of a wait that is left out at random, so that mail which failed together does not return together. */
export const RETRY_JITTER = 0.1;

/**
 * How long to wait before the next attempt, in milliseconds; undefined when the tries are used up.
 * @param failedAttempts How many there have been, from 1.
 * @param random From 0 up to 1.
 */
export function retryDelayMs(failedAttempts: number, random: () => number): number | undefined {
  // Silence here would end a mail that was never tried.
  if (failedAttempts < 1) throw new RangeError('A retry follows at least one attempt.');
  const delayMs = RETRY_DELAYS_MS[failedAttempts - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 - RETRY_JITTER * random()));
}
