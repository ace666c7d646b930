// Days and months in UTC, by which quotas and capacities count.
import { DAY_MS } from './durations.ts';

/** The beginning of the day after an instant. */
export function nextDayOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1));
}

/** The beginning of the month after an instant. */
export function nextMonthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** Caches the text of the current day: formatting it takes 1 µs, and each email asks for it several times. */
let latestDay = { number: Number.NaN, text: '' };

/** The UTC day of an instant, such as `2026-11-20`. */
export function utcDayOf(at: Date): string {
  const number = Math.floor(at.getTime() / DAY_MS);
  if (number !== latestDay.number) latestDay = { number, text: at.toISOString().slice(0, 10) };
  return latestDay.text;
}

/** The first day of its month, in the same form. */
export function utcMonthOf(at: Date): string {
  return `${utcDayOf(at).slice(0, 7)}-01`;
}
