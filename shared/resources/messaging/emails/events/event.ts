// An event of an email: something that happened once to one of its recipients (docs/reference/emails.md#events).
import type { EMAIL_EVENT_TYPES } from '../../../../contract/emails/values.ts';
import type { EventDetails } from './event-data.ts';

/** Types of events. */
export type EmailEventType = (typeof EMAIL_EVENT_TYPES)[number];

/** One event, about one recipient. */
export interface EmailEvent {
  id: string;
  emailId: string;
  accountId: string;
  /** The domain of the sender. */
  domainId: string;
  recipient: string;
  type: EmailEventType;
  /** The fields that this type of event adds to the payload. */
  data: EventDetails | null;
  createdAt: Date;
  /** Of a `sent` event: the failure that was recorded for its recipient before (delivery/record.ts). Not stored. */
  supersedes?: SupersededFailure | null;
}

/** A recorded failure of a recipient that was sent to nevertheless. */
export interface SupersededFailure {
  type: Extract<EmailEventType, 'bounced' | 'failed'>;
  at: Date;
}
