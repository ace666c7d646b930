// The progress of a warm-up, as clients see it.
import { WARM_UP_CAPACITIES } from '../../../contract/reputation/values.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import { utcDayOf } from '../../../platform/time/utc-days.ts';
import type { Reputation } from './reputation.ts';

/** Progress of a warm-up. */
export interface WarmUp {
  /** The step, from 1. A day with too little use does not lead to the next one. */
  day: number;
  /** Recipients a day. */
  capacity: number;
  /** Recipients that count today. */
  used: number;
  /** The earliest UTC day on which it can end, such as `2026-11-20`. */
  endsOn: string;
}

/** @param used recipients that count today. @returns null: it does not warm up */
export function warmUpOf(
  { warmUpCapacity, capacityOn }: Pick<Reputation, 'warmUpCapacity' | 'capacityOn'>,
  used: number,
  now: Date,
): WarmUp | null {
  if (warmUpCapacity === null) return null;
  const step = WARM_UP_CAPACITIES.findIndex((capacity) => capacity >= warmUpCapacity);
  const yesterday = utcDayOf(new Date(now.getTime() - DAY_MS));
  // The recurring task has not begun the day yet, or did not run for days: it grows by one step then.
  const begun = capacityOn !== null && capacityOn > yesterday ? capacityOn : yesterday;
  const days = WARM_UP_CAPACITIES.length - step;
  const endsOn = utcDayOf(new Date(Date.parse(begun) + days * DAY_MS));
  return { day: step + 1, capacity: warmUpCapacity, used, endsOn };
}
