// Decides when an `early` report is checked again: it has overtaken the result of its attempt.
import { MINUTE_MS, SECOND_MS } from '../../../../platform/time/durations.ts';

/** Waits between the looks: 5, 10, 20, 40 s, then a minute each. */
const FIRST_MS = 5 * SECOND_MS;
const LONGEST_MS = MINUTE_MS;
/** Some ten minutes, however long its worker was away. */
const LOOKS_MAX = 14;

/** @param looks how often it was checked, including this time @returns null: it was checked often enough */
export function nextEarlyCheckAt(looks: number, now: Date): Date | null {
  if (looks >= LOOKS_MAX) return null;
  return new Date(now.getTime() + Math.min(FIRST_MS * 2 ** (looks - 1), LONGEST_MS));
}
