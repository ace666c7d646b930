// What a send worker knows of an email whose recipients it has claimed (load.ts).

import type { StoredContent } from '../../../../platform/storage/upload-store.ts';
import type { SuppressionCause } from '../../../audience/suppressions/suppression.ts';
import type { OptOut } from '../../../audience/topics/choices/opted-out.ts';
import type { CampaignMail } from '../../campaign-recipients/campaign-mail.ts';
import type { PollDefinition } from '../../polls/poll.ts';
import type { StoredAttachment } from '../attachments/attachment.ts';
import type { RenderedFrom } from '../contents/stored-body.ts';
import type { EmailSource, Tracking } from '../email.ts';
import type { LoadedSender } from './load-senders.ts';

/** A recipient that this process has claimed. */
export interface ClaimedRecipient {
  id: string;
  token: string;
  address: string;
  /** Number of attempts, including this one. */
  attempts: number;
  /** How many workers have died while they held this recipient. */
  workerDeaths: number;
  /** Why the address is on the account's suppression list now; undefined: it is not. */
  suppression: SuppressionCause | undefined;
  /** Why the address does not want the email now; undefined: it does, or the email cannot be unsubscribed from. */
  optOut: OptOut | undefined;
  /** The account is in the sandbox now, and the address is not confirmed. */
  isUnconfirmed: boolean;
  /** Its person does not want to be measured now; false also for mail that measures nothing. */
  refusesTracking: boolean;
  /** The capacity of its domain or account has no room for it today. */
  isBeyondCapacity: boolean;
}

/** An email with the recipients that were claimed together. */
export interface LoadedEmail extends LoadedSender {
  id: string;
  accountId: string;
  messageId: string;
  from: string;
  to: string[];
  cc: string[];
  replyTo: string[];
  subject: string;
  previewText: string | null;
  headers: Record<string, string>;
  /** null also if the contents are large: then `largeContentId` is set, and `loadContents` reads them. */
  html: string | null;
  text: string | null;
  largeContentId: string | null;
  /** What it asks; null: nothing, or what it is rendered from says it. */
  poll: PollDefinition | null;
  /** What html and text are rendered from when the message is made; null: they are stored. */
  rendered: RenderedFrom | null;
  /** The campaign that sends it; null: none. */
  campaign: CampaignMail | null;
  /** Bytes of html and text together. */
  contentBytes: number;
  attachments: StoredAttachment[];
  /** The message as it came, which is sent in place of a composed one. */
  kept: StoredContent | undefined;
  source: EmailSource;
  /** What is measured of it, as it was decided at acceptance. */
  tracking: Tracking;
  topicId: string | null;
  templateId: string | null;
  createdAt: Date;
  scheduledAt: Date | null;
  recipients: ClaimedRecipient[];
}
