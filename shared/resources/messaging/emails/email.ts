// The types of an email before it is stored: sender, recipients, content. docs/reference/emails.md#states has its
// states, docs/architecture/email-states.md their diagrams.
import { GIVEN_PARTS } from '../../../contract/emails/part-fields.ts';
import type { EMAIL_SOURCES, EMAIL_STATUSES, RECIPIENT_KINDS } from '../../../contract/emails/values.ts';
import type { SendableContent } from '../../../contract/mail/fields.ts';
import { type Mailbox, parseMailbox, parseStoredMailbox } from '../../../mail/addresses.ts';
import { trimAddress } from '../../../mail/invisible-characters.ts';

/** How an email was submitted. */
export type EmailSource = (typeof EMAIL_SOURCES)[number];

/** States of a recipient and, derived from them, of an email. */
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/**
 * The lane of an email: `campaign` is mail that many get at about the same time. It waits in a queue of its own, so other
 * mail never waits behind it (docs/architecture/work.md#lanes).
 */
export type MailLane = 'transactional' | 'campaign';

/** The header that names a recipient. */
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

/** An address as the client wrote it, and its parsed form. */
export interface ParsedMailbox {
  text: string;
  mailbox: Mailbox;
}

/**
 * Parses an address with or without a display name; undefined: it is not one. White space and invisible characters
 * around it are removed.
 */
export function parseNamedMailbox(text: string): ParsedMailbox | undefined {
  const mailbox = parseMailbox(text);
  return mailbox && { text: trimAddress(text), mailbox };
}

/** The same for a stored one. */
export function parseStoredNamedMailbox(text: string): ParsedMailbox | undefined {
  const mailbox = parseStoredMailbox(text);
  return mailbox && { text: text.trim(), mailbox };
}

/**
 * Whether recipients can unsubscribe from an email: it carries links to do so, and reaches none who have. Other mail is
 * what people need, such as receipts, and is sent also to those who have unsubscribed from everything.
 */
export function isUnsubscribable({ topicId, source }: Pick<NewEmail, 'topicId' | 'source'>): boolean {
  return topicId !== null || source === 'automation' || source === 'campaign';
}

/**
 * How what happens to an email counts for the engagement of its recipients: whether opens or clicks of it are measured. null: it
 * does not, because they cannot unsubscribe from it.
 */
export type EngagedMail = 'measured' | 'unmeasured' | null;

/** The same of a row of emails, as SQL. */
export const ENGAGED_MAIL = `
  CASE WHEN emails.topic_id IS NOT NULL OR emails.source IN ('automation', 'campaign')
       THEN CASE emails.tracking WHEN 0 THEN 'unmeasured' ELSE 'measured' END END`;

/** The measurements of an email (docs/reference/tracking.md). */
export interface Tracking {
  opens: boolean;
  clicks: boolean;
}

/** A `{name, value}` pair that the client can filter by. */
export interface Tag {
  name: string;
  value: string;
}

/** An email after validation, before the checks of acceptance. Parts add what they have of it (parts/). */
export interface NewEmail extends SendableContent<ParsedMailbox> {
  id: string;
  accountId: string;
  /** The only domain that the client's API key may send from; null: any domain. */
  boundDomainId: string | null;
  source: EmailSource;
  lane: MailLane;
  to: ParsedMailbox[];
  cc: ParsedMailbox[];
  bcc: ParsedMailbox[];
  headers: Record<string, string>;
  /** When the email is to be sent; null: immediately. */
  scheduledAt: Date | null;
  /** The Message-ID with angle brackets, at most 998 octets, which fits into an index. Absent: made of the id. */
  messageId?: string | undefined;
  createdAt: Date;
}

/** The content of an email. */
type Said = SendableContent<ParsedMailbox> & Partial<Pick<NewEmail, 'templateId' | 'poll'>>;

/** How it is sent. */
type Sending = Pick<NewEmail, 'id' | 'accountId' | 'source' | 'to' | 'createdAt'> &
  Partial<Omit<NewEmail, keyof Said>>;

/**
 * Makes an email.
 * Each field is named: V8 would make a new hidden class (map) for each object spread from joi's result, and all emails have one.
 */
export function newEmail(said: Said, sending: Sending): NewEmail {
  const email = {
    id: sending.id,
    accountId: sending.accountId,
    boundDomainId: sending.boundDomainId ?? null,
    source: sending.source,
    lane: sending.lane ?? 'transactional',
    from: said.from,
    to: sending.to,
    cc: sending.cc ?? [],
    bcc: sending.bcc ?? [],
    replyTo: said.replyTo,
    subject: said.subject,
    html: said.html,
    text: said.text,
    previewText: said.previewText,
    headers: sending.headers ?? {},
    tags: sending.tags ?? [],
    templateId: said.templateId ?? null,
    automationId: sending.automationId ?? null,
    run: sending.run,
    campaign: sending.campaign,
    rendered: sending.rendered,
    poll: said.poll,
    ownsPoll: sending.ownsPoll,
    tracking: sending.tracking,
    scheduledAt: sending.scheduledAt ?? null,
    threadId: sending.threadId,
    messageId: sending.messageId,
    attachments: sending.attachments,
    kept: sending.kept,
    createdAt: sending.createdAt,
  };
  return withGivenParts(email, sending);
}

/** Adds the parts that a request may have (shared/contract/emails/part-fields.ts); null: none. */
function withGivenParts(email: Record<string, unknown>, given: Readonly<Record<string, unknown>>): NewEmail {
  for (const { key } of GIVEN_PARTS) email[key] = given[key] ?? null;
  return email as unknown as NewEmail;
}
