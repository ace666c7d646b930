// The feedback of a provider about one recipient, in the form that all kinds share. Our token alone, which the provider
// returns, decides which recipient it is about: never an address.
import type { EmailEventReason } from '../../contract/emails/reasons.ts';
import type { FeedbackType } from '../reports/report.ts';

/** An event of a provider. */
export interface FeedbackEvent {
  /** The provider's own id of the event, or what identifies it: an event that arrives twice has the same one. Any length. */
  key: string;
  /** The token that each mail carries (shared/mail/feedback/recipient-tokens.ts); undefined: the event has none. */
  token: string | undefined;
  /** The provider's own name of it, such as `Bounce/Permanent/General`; 100 characters at most. */
  type: string;
  /** The time by the clock of the provider; undefined: there is none, or its form is unknown. */
  at: Date | undefined;
  says: FeedbackOutcome;
}

/**
 * The meaning of feedback: the results of a report (shared/resources/messaging/emails/reports/report.ts), and that a
 * person wants no more mail.
 */
export type FeedbackOutcome =
  /** `bounced`: the address is bad. */
  | { result: 'bounced' | 'failed' | 'delayed'; cause: FeedbackCause }
  | { result: 'delivered' }
  | { result: 'complained'; feedbackType: FeedbackType }
  | { result: 'unsubscribed' };

/** Why, in the provider's own words. */
export interface FeedbackCause {
  reason: EmailEventReason;
  /** Null: the reply has none that is known. */
  smtpCode: number | null;
  /** The reply of the server, else the words of the provider; one line of at most 1,000 characters, storable. */
  text: string;
}

/** The content of a body. */
export interface ReadFeedback {
  /** About recipients, in order. */
  events: FeedbackEvent[];
  /** Events that nothing follows from: opens and clicks, which Posthorn measures itself, and types that are not known. */
  ignored: number;
  /** SNS only: the address that confirms the subscription, which is on a host of Amazon. */
  confirmation?: string;
}
