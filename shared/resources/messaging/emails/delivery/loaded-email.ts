// What a send worker knows of an email whose recipients it has claimed (load.ts).

import type { SuppressionCause } from '../../../audience/suppressions/suppression.ts';
import type { EmailSource } from '../email.ts';
import type { LoadedSender } from './load-senders.ts';

/** A recipient that this process has claimed. Parts add what they know of it (parts/). */
export interface ClaimedRecipient {
  id: string;
  token: string;
  address: string;
  /** Number of attempts, including this one. */
  attempts: number;
  /** The number of workers that died while they had claimed this recipient. */
  workerDeaths: number;
  /** Since when each try has found that its domain has neither MX nor address; null: the last one has not. */
  absentSince: Date | null;
  /** The beginning of the rest of its destination that its last event of one was about. */
  announcedRest: Date | null;
  /** Why the address is on the account's suppression list now; undefined: it is not. */
  suppression: SuppressionCause | undefined;
  /** The account is in the sandbox now, and the address is not confirmed. */
  isUnconfirmed: boolean;
  /** The capacity of its domain or account has no room for it today. */
  isBeyondCapacity: boolean;
}

/** An email with the recipients that were claimed together. Parts add what they load (parts/). */
export interface LoadedEmail extends LoadedSender {
  id: string;
  accountId: string;
  domainId: string;
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
  /** Bytes of html and text together. */
  contentBytes: number;
  source: EmailSource;
  createdAt: Date;
  scheduledAt: Date | null;
  recipients: ClaimedRecipient[];
}
