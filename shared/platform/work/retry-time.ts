// Decides when work is tried again after a bug has ended a try.
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts';

/** Tries of work that a bug has ended, before it is given up where an operator may see that it failed. */
export const TRIES_MAX = 10;
const FIRST_RETRY_MS = MINUTE_MS / 2;
const LONGEST_RETRY_MS = HOUR_MS;

/** When work is tried again after a bug, with exponential back-off. @param tries that a bug has ended */
export function retryTime(tries: number, now: Date): Date {
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS);
  return new Date(now.getTime() + delayMs);
}
