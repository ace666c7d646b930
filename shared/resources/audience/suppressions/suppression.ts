// The types of an entry of the suppression list: an address to which an account sends no mail, and why.
import type { SUPPRESSION_ORIGINS } from '../../../contract/suppressions/values.ts';

/** Why an address is on the suppression list: it bounced, its owner complained, or a client or operator added it. */
export type SuppressionOrigin = (typeof SUPPRESSION_ORIGINS)[number];

/** One entry of the suppression list. */
export interface Suppression {
  id: string;
  accountId: string;
  /** Key form (shared/mail/addresses.ts). */
  address: string;
  origin: SuppressionOrigin;
  /** The email that caused the entry; null if it was added manually. */
  emailId: string | null;
  /** The reply of the server that refused this email; null if there was none, or if an older version made the entry. */
  smtpReply: string | null;
  /** The received email that reported the bounce or complaint; null: no report did. */
  reportId: string | null;
  createdAt: Date;
}

/** The columns of a Suppression. */
export const SUPPRESSION_COLUMNS =
  'id, account_id AS "accountId", address, reason AS origin, email_id AS "emailId", smtp_reply AS "smtpReply", report_id AS "reportId", created_at AS "createdAt"';

/** Why and since when an address is suppressed. */
export interface SuppressionCause extends Pick<Suppression, 'origin' | 'emailId' | 'smtpReply' | 'reportId'> {
  since: Date;
  /** When an email to the address has bounced last; null: none has. */
  bouncedAt: Date | null;
}
