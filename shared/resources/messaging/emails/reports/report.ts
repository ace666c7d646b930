// What a report says of one recipient, and what becomes of it.
import { REPORT_OUTCOMES } from '../../../../contract/receiving/values.ts';
import type { EventCause } from '../events/cause.ts';

/** The content of a report about a recipient, and the cause. */
export type ReportResult =
  /** `bounced`: the address is bad, and is suppressed. */
  | { result: 'bounced' | 'failed' | 'delayed'; cause: EventCause }
  | { result: 'delivered' }
  /** A complaint with the type of RFC 5965 §7.3. */
  | { result: 'complained'; feedbackType: string };

/** A report about one recipient. */
export type RecipientReport = ReportResult & {
  /** Id of the received email that is the report, or of the event of a provider. */
  reportId: string;
  /** The provider that reported it; absent: it arrived as mail. */
  provider?: string;
  recipientId: string;
  at: Date;
};

/**
 * What becomes of a report (received_emails.report_effect). About its recipient:
 * - `applied`: it was believed, and something followed;
 * - `unchanged`: nothing follows from it for a recipient in this state, or it has come before;
 * - `unknown`: no recipient of ours is found by it.
 *
 * Without a look at the recipient:
 * - `ignored`: it is not a report, or reports nothing that anything follows from, such as an out-of-office note;
 * - `unauthenticated`: nothing proves who complains;
 * - `forged`: its token is not ours;
 * - `foreign`: it came to the address of a domain, and is about mail of another account.
 */
export const REPORT_EFFECTS = [...REPORT_OUTCOMES, 'unauthenticated', 'forged', 'foreign'] as const;

/** The result of a report. */
export type ReportEffect = (typeof REPORT_EFFECTS)[number];

/** `early`: the attempt that it is about has no result yet, because a server may report before its 250 is recorded. */
export type RecordedEffect = Extract<ReportEffect, 'applied' | 'unchanged' | 'unknown'> | 'early';
