// Makes the email of a submitted message. The envelope decides who gets it: recipients that To and Cc name are `to` and
// `cc`, all others `bcc`. The client decides what To and Cc show: they may name people who get it in another way.
import { DomainError } from '../../../contract/domain-error.ts';
import { ADDRESSES_MAX, CONTENT_MAX_BYTES, SUBJECT_MAX_LENGTH } from '../../../contract/limits.ts';
import { EMPTY_MAIL_CONTENT } from '../../../contract/mail/fields.ts';
import { addressKey } from '../../../mail/addresses.ts';
import type { ParsedAttachment } from '../../../mail/parse/parsed-message.ts';
import { formatWritten } from '../../../mail/parse/to-parsed-message.ts';
import type { Controls } from '../../../mail/submitted/control-fields.ts';
import { customFieldsOf, HOPS_FIELD } from '../../../mail/submitted/custom-fields.ts';
import type { SubmittedMessage } from '../../../mail/submitted/keeping.ts';
import type { StoredContent } from '../../../platform/storage/upload-store.ts';
import type { NewAttachment } from '../emails/attachments/attachment.ts';
import { type NewEmail, newEmail, type ParsedMailbox, parseNamedMailbox } from '../emails/email.ts';
import { readScheduleTime } from '../emails/schedule-time.ts';
import { HOPS_HEADER } from '../receiving/hops.ts';

/** The parts of an email. */
export interface EmailParts {
  id: string;
  accountId: string;
  boundDomainId: string | null;
  /** The recipients of the envelope. */
  recipients: readonly ParsedMailbox[];
  message: SubmittedMessage;
  controls: Controls;
  /** Undefined: it is ordinary mail. */
  kept: StoredContent | undefined;
  now: Date;
}

type Addressed = Pick<NewEmail, 'to' | 'cc' | 'bcc'>;

/** RFC 5322 §3.6.4, without its quoted forms; no line is longer (RFC 5322 §2.1.1). */
const MESSAGE_ID = /^(?=.{1,998}$)<[!-;=?A-~]+@[!-;=?A-~]+>$/;
const PLAIN = /^[ -~]{1,200}$/;
/** The most addresses of To and of Cc: a header with so many is longer than that of ordinary mail. */
const SHOWN_MAX = 5_000;
/** The text that shows no recipient (RFC 5322 §3.4). */
const UNDISCLOSED = 'undisclosed-recipients:;';

/**
 * Makes the email.
 * @throws DomainError `missing_required_field` without From, `invalid_from_address`, `validation_error` for a time
 */
export function toSubmittedEmail(parts: EmailParts): NewEmail {
  const { id, accountId, boundDomainId, message, controls, kept, now } = parts;
  const { messageId, replyTo, subject, attachments } = message;
  const addressed = addressRecipients(parts);
  const said = {
    ...EMPTY_MAIL_CONTENT,
    from: readSubmittedFrom(message),
    replyTo: replyTo.slice(0, ADDRESSES_MAX).flatMap(mailboxesOf),
    subject: inOneLine(subject ?? '')
      .slice(0, SUBJECT_MAX_LENGTH)
      .toWellFormed(),
    ...textsOf(message),
  };
  return newEmail(said, {
    id,
    accountId,
    boundDomainId,
    source: 'smtp',
    ...addressed,
    createdAt: now,
    tags: controls.tags,
    topicId: controls.topicId,
    headers: kept ? {} : fieldsOf(message, addressed, controls),
    scheduledAt: controls.scheduledAt === null ? null : readScheduleTime(controls.scheduledAt, now),
    ...(isMessageId(messageId) && { messageId }),
    ...(kept ? { kept } : { attachments: attachments.map(toNewAttachment) }),
  });
}

/**
 * Reads the sender of a message.
 * @throws DomainError `missing_required_field`, `invalid_from_address`
 */
export function readSubmittedFrom({
  from: [first],
  fromAddress,
}: Pick<SubmittedMessage, 'from' | 'fromAddress'>): ParsedMailbox {
  if (!first) throw new DomainError('missing_required_field', 'The message has no From.');
  // A display name that no address of the API could have is left out.
  const from =
    fromAddress === null
      ? undefined
      : (parseNamedMailbox(formatWritten(first)) ?? parseNamedMailbox(fromAddress));
  if (from) return from;
  throw new DomainError(
    'invalid_from_address',
    'The From of the message must be one mailbox: `email@domain` or `Name <email@domain>`.',
  );
}

/** Useless fields of a kept message: with them it would have no id or time. */
export function uselessFields({ messageId, date }: Pick<SubmittedMessage, 'messageId' | 'date'>): string[] {
  return [...(isMessageId(messageId) ? [] : ['message-id']), ...(date ? [] : ['date'])];
}

function isMessageId(text: string | null): text is string {
  return text !== null && MESSAGE_ID.test(text);
}

/** An encoded word may contain a line break. */
function inOneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ');
}

function mailboxesOf(text: string): ParsedMailbox[] {
  const mailbox = parseNamedMailbox(text);
  return mailbox ? [mailbox] : [];
}

/** Each recipient once, as the header names it. */
function addressRecipients({ recipients, message }: EmailParts): Addressed {
  const to = byAddress(message.to);
  const cc = byAddress(message.cc);
  const addressed: Addressed = { to: [], cc: [], bcc: [] };
  const seen = new Set<string>();
  for (const recipient of recipients) {
    const key = addressKey(recipient.mailbox.address);
    if (seen.has(key)) continue;
    seen.add(key);
    const shownTo = to.get(key);
    const shownCc = cc.get(key);
    if (shownTo) addressed.to.push(shownTo);
    else if (shownCc) addressed.cc.push(shownCc);
    else addressed.bcc.push(recipient);
  }
  return addressed;
}

function byAddress(written: readonly string[]): Map<string, ParsedMailbox> {
  const shown = written.slice(0, SHOWN_MAX).flatMap(mailboxesOf);
  return new Map(shown.map((each) => [addressKey(each.mailbox.address), each]));
}

/** The texts of a kept message are for reading; a text that is too long for that is left out. */
function textsOf({ html, text }: SubmittedMessage): Pick<NewEmail, 'html' | 'text'> {
  if (Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '') > CONTENT_MAX_BYTES)
    return { html: null, text: null };
  // With null a text would be made from the html.
  return { html, text: text ?? (html === null ? null : '') };
}

/** Custom fields, and what the message shows that cannot be made from its recipients and the time of its acceptance. */
function fieldsOf(
  message: SubmittedMessage,
  { to, cc }: Addressed,
  { scheduledAt }: Controls,
): Record<string, string> {
  const { fields } = message.structure;
  const lastOf = (wanted: string) =>
    fields.findLast(({ name }) => name.toLowerCase() === wanted)?.text.trim();
  const date = lastOf('date');
  const hops = lastOf(HOPS_FIELD);
  const fieldOf = ({ name, text }: { name: string; text: string }) => [name, text.trim()] as const;
  return Object.fromEntries([
    ...customFieldsOf(fields).map(fieldOf),
    ...(hops && PLAIN.test(hops) ? [[HOPS_HEADER, hops]] : []),
    ...(date && PLAIN.test(date) && message.date && scheduledAt === null ? [['Date', date]] : []),
    ...shownInstead('To', message, to),
    ...shownInstead('Cc', message, cc),
  ]);
}

/** @returns nothing where the recipients are those that the message shows */
function shownInstead(
  name: 'To' | 'Cc',
  message: SubmittedMessage,
  own: readonly ParsedMailbox[],
): [string, string][] {
  const lowerCased = name === 'To' ? 'to' : 'cc';
  const shown = message[lowerCased];
  const isPresent = message.structure.fields.some((field) => field.name.toLowerCase() === lowerCased);
  if (!isPresent || (shown.length > 0 && shown.length === own.length)) return [];
  return [[name, inOneLine(shown.join(', ')) || UNDISCLOSED]];
}

function toNewAttachment(file: ParsedAttachment, index: number): NewAttachment {
  const { fileId, filename, contentType, contentId, disposition, size } = file;
  return {
    filename: filename ?? `attachment-${index}`,
    contentType,
    contentId,
    disposition:
      disposition === 'inline' || (disposition === null && contentId !== null) ? 'inline' : 'attachment',
    content: { id: fileId, size },
    path: null,
  };
}
