// A time in the future as the clocks of a place show it, without a time zone, for tests whose clock starts at the present.
import { DAY_MS } from '../../../shared/platform/time/durations.ts';

/** `2026-12-08T09:30:00`, so many days from now. */
export function wallTimeIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length);
}
