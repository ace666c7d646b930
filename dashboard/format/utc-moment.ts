// A moment in UTC, as rules compare it: a date alone is its first moment. Without Intl, and for every year.
import { MONTHS } from './time.ts';

/** "20 Nov 2026, 00:00 UTC" */
export function exactDay(at: Date): string {
  if (Number.isNaN(at.getTime())) return '–';
  const clock = at.toISOString().slice(-13, -8);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${clock} UTC`;
}
