// The pace of a campaign: its mails are due one after the other, an interval apart. Mail that was due and could not be
// released for some seconds, because of a pause or an outage, is not caught up
// (docs/architecture/campaign-timing.md#pace).
import { HOUR_MS, SECOND_MS } from '../../../../platform/time/durations.ts';

/** The time between two mails. */
export const intervalOf = (ratePerHour: number): number => HOUR_MS / ratePerHour;

/** The time that a tick, a busy machine and a step may take; a longer delay is an outage. */
const LATE_MS = 5 * SECOND_MS;

/** The mails of a pace that are due now. */
export interface DueMails {
  /** Infinite: the campaign has no pace. */
  count: number;
  /** When the first of them was due; of 0, when the next one is. */
  firstMs: number;
  intervalMs: number;
}

/** @param pacedAt when the mail was due that was released last; null: none was at a pace */
export function findDueMails(
  { ratePerHour, pacedAt }: { ratePerHour: number | null; pacedAt: Date | null },
  now: Date,
): DueMails {
  const nowMs = now.getTime();
  if (ratePerHour === null) return { count: Number.POSITIVE_INFINITY, firstMs: nowMs, intervalMs: 0 };
  const intervalMs = intervalOf(ratePerHour);
  const nextMs = pacedAt ? pacedAt.getTime() + intervalMs : nowMs;
  if (nextMs > nowMs) return { count: 0, firstMs: nextMs, intervalMs };
  const firstMs = nowMs - nextMs > LATE_MS ? nowMs : nextMs;
  return { count: Math.floor((nowMs - firstMs) / intervalMs) + 1, firstMs, intervalMs };
}

/** When the last one of this many mails was due; null: there is no pace. */
export function lastDueAt({ firstMs, intervalMs }: DueMails, mails: number): Date | null {
  return intervalMs === 0 ? null : new Date(firstMs + (mails - 1) * intervalMs);
}
