// What a provider says of one recipient, in a form that all kinds have in common. Whom it is about is decided by our token alone,
// which comes back from the provider: never by an address.
import type { EmailEventReason } from '../../contract/emails/reasons.ts';
import type { FeedbackType } from '../reports/report.ts';

/** An event of a provider. */
export interface FeedbackEvent {
  /** The provider's own id of the event, or what identifies it: an event that comes twice has the same. Any length. */
  key: string;
  /** The token that each mail carries (shared/mail/feedback/recipient-tokens.ts); undefined: the event has none. */
  token: string | undefined;
  /** The provider's own name of it, such as `Bounce/Permanent/General`; 100 characters at most. */
  type: string;
  /** By the clock of the provider; undefined: it does not say, or not in a form that is known. */
  at: Date | undefined;
  says: FeedbackSays;
}

/** What it says: the results of a report (shared/resources/messaging/emails/reports/report.ts), and that a person wants no more mail. */
export type FeedbackSays =
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

/** What a body holds. */
export interface ReadFeedback {
  /** About recipients, in order. */
  events: FeedbackEvent[];
  /** Events that nothing follows from: opens and clicks, which Posthorn measures itself, and types that are not known. */
  ignored: number;
  /** SNS only: the address that confirms the subscription, which is on a host of Amazon. */
  confirmation?: string;
}
