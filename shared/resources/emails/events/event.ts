// What an event of an email is: something that happened to one of its recipients, once (decisions.md §2).
import type { EMAIL_EVENT_TYPES } from '../../../contract/emails/values.ts';
import type { EventDetails } from './event-data.ts';

/** Types of events (decisions.md §2). */
export type EmailEventType = (typeof EMAIL_EVENT_TYPES)[number];

/** One event, about one recipient. */
export interface EmailEvent {
  id: string;
  emailId: string;
  accountId: string;
  /** The sender's. */
  domainId: string;
  recipient: string;
  type: EmailEventType;
  /** What is told of the event beside its email. */
  data: EventDetails | null;
  createdAt: Date;
}
