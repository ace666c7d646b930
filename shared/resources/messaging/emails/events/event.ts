// An event of an email: something that happened once to one of its recipients (docs/reference/emails.md#events).
import type { EMAIL_EVENT_TYPES } from '../../../../contract/emails/values.ts';
import type { CampaignMail } from '../../campaign-recipients/campaign-mail.ts';
import type { EngagedMail } from '../email.ts';
import type { Correction } from '../metrics/counts.ts';
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
  /** The campaign of the mail, which counts it too; null, absent: none. Not stored. */
  campaign?: CampaignMail | null | undefined;
  /** How it counts for the engagement of its recipient (audience/engagement/record.ts); absent: not at all. Not stored. */
  engages?: EngagedMail | undefined;
  /** The corrections that it makes to earlier counts of its recipient. Not stored. */
  corrections?: readonly CountCorrection[];
}

/** A correction, at the time of what it corrects: so no period has more corrections than counts. */
export interface CountCorrection {
  name: Correction;
  at: Date;
}
