// What an email is before it is stored, and the states that it and its recipients move through
// (docs/architecture.md has the diagrams, decisions.md §2 the rules).
import type { EMAIL_SOURCES, EMAIL_STATUSES } from '../../contract/emails/values.ts';
import type { Mailbox } from '../../mail/addresses.ts';
import type { NewAttachment } from './attachments/attachment.ts';

/** Where an email came from. */
export type EmailSource = (typeof EMAIL_SOURCES)[number];

/** States of a recipient and, derived from them, of an email. */
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** Which header names a recipient. */
export type RecipientKind = 'to' | 'cc' | 'bcc';

/** An address as the client wrote it, and what it means. */
export interface GivenMailbox {
  text: string;
  mailbox: Mailbox;
}

/** A `{name, value}` pair that the client may filter by. */
export interface Tag {
  name: string;
  value: string;
}

/** A valid email that nobody has decided about yet. */
export interface NewEmail {
  id: string;
  accountId: string;
  /** The only domain that the caller's key may send from, or null. */
  boundDomainId: string | null;
  source: EmailSource;
  from: GivenMailbox;
  to: GivenMailbox[];
  cc: GivenMailbox[];
  bcc: GivenMailbox[];
  replyTo: GivenMailbox[];
  subject: string;
  html: string | null;
  text: string | null;
  previewText: string | null;
  headers: Record<string, string>;
  tags: Tag[];
  /** When it is to be sent; null: at once. */
  scheduledAt: Date | null;
  /** None when absent. */
  attachments?: readonly NewAttachment[];
  createdAt: Date;
}
