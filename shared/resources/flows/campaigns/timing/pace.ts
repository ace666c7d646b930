// The pace of a campaign: its mails are due one after the other, an interval apart. What was due and could not be released for
// some seconds, because of a pause or an outage, is not made up for (docs/architecture/campaigns.md#pace).
import { HOUR_MS, SECOND_MS } from '../../../../platform/time/durations.ts';

/** The time between two mails. */
export const intervalOf = (ratePerHour: number): number => HOUR_MS / ratePerHour;

/** What a tick, a busy machine and a step take; a longer delay is an outage. */
const LATE_MS = 5 * SECOND_MS;

/** The mails of a pace that are due. */
export interface DueMails {
  /** 0: wait until then. */
  count: number;
  /** When the first mail was due that is released now; the next one is due an interval after the last one. */
  firstAt: Date;
}
