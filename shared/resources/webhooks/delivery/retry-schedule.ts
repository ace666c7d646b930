// When a webhook message is tried again (decisions.md §9): a wait before each attempt, and what the endpoint asks for
// itself where that is longer.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time/durations.ts';

/** The wait before each attempt, the first one included; about three days in all. Then the message has failed. */
// biome-ignore format: the table of decisions.md.
export const ATTEMPT_DELAYS_MS: readonly number[] = [
  0, 5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS,
  2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS,
];
/** Largest part of a wait that is added at random, so that messages which failed together do not return together. */
const ATTEMPT_JITTER = 0.1;
/** An endpoint may ask for no longer wait than the longest of ours. */
export const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;
/** Statuses with which `Retry-After` counts. */
const RETRY_AFTER_STATUSES: ReadonlySet<number | null> = new Set([429, 502, 503, 504]);

/** A failed attempt, as far as the schedule cares. */
export interface FailedAttempt {
  /** How many there have been with this one, from 1. */
  attempts: number;
  statusCode: number | null;
  /** `Retry-After`, as it came. */
  retryAfter: string | undefined;
  at: Date;
  /** From 0 up to 1. */
  random: number;
}

/** When a message is due again; null: its attempts are used up. */
export function nextAttemptAt({ attempts, statusCode, retryAfter, at, random }: FailedAttempt): Date | null {
  // Silence here would end a message that was never tried.
  if (attempts < 1) throw new RangeError('A retry follows at least one attempt.');
  const delayMs = ATTEMPT_DELAYS_MS[attempts];
  if (delayMs === undefined) return null;
  const askedMs = RETRY_AFTER_STATUSES.has(statusCode) ? retryAfterMs(retryAfter, at) : 0;
  const waitMs = Math.max(delayMs * (1 + ATTEMPT_JITTER * random), askedMs);
  return new Date(at.getTime() + Math.round(waitMs));
}

/** RFC 9110 §10.2.3: seconds or a date. What is neither asks for nothing. */
function retryAfterMs(text: string | undefined, at: Date): number {
  const value = text?.trim() ?? '';
  const asked = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - at.getTime();
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), RETRY_AFTER_MAX_MS);
}
