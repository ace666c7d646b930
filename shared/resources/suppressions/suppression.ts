// The types of an entry of the suppression list: an address to which an account sends no mail, and why.

/** Why an address is on the suppression list: it bounced, its owner complained, or a client or operator added it. */
export type SuppressionOrigin = 'bounce' | 'complaint' | 'manual';

/** Why and since when an address is suppressed. */
export interface SuppressionCause {
  origin: SuppressionOrigin;
  since: Date;
  /** The email that caused the entry; null if it was added by hand. */
  emailId: string | null;
  /** The reply of the server that refused this email; null if there was none, or if it was not stored yet. */
  smtpReply: string | null;
}

/** An entry as clients see it. */
export interface Suppression {
  id: string;
  /** In key form (shared/mail/addresses.ts). */
  email: string;
  origin: SuppressionOrigin;
  sourceId: string | null;
  smtpReply: string | null;
  createdAt: Date;
}
