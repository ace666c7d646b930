// What a report says of one recipient, and what becomes of it.
import type { EventCause } from '../events/cause.ts';

/** What a report says of a recipient, and why. */
export type ReportResult =
  /** `bounced`: the address is bad, and is suppressed. */
  | { result: 'bounced' | 'failed' | 'delayed'; cause: EventCause }
  | { result: 'delivered' }
  /** With the type of RFC 5965 §7.3. */
  | { result: 'complained'; feedbackType: string };

/** A report about one recipient. */
export type RecipientReport = ReportResult & {
  /** Id of the received email that is the report. */
  reportId: string;
  recipientId: string;
  at: Date;
};

/**
 * What became of a report. `unchanged`: nothing follows from it. `early`: the attempt that it is about has no result yet,
 * because a server may report before its 250 is recorded. `unknown`: there is no such recipient.
 */
export type ReportEffect = 'applied' | 'unchanged' | 'early' | 'unknown';
