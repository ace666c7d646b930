// Composes the message of an email (RFC 5322, MIME): header fields in a fixed order and a body with CRLF lines, of 7 bits
// unless an attached message has 8. It is our own composer because every mail passes here: the parts are buffers that are
// joined once. From the first attachment on the message is streamed. The same input gives the same octets, so a retry
// sends an identical message. Bcc recipients are never part of the input.
import { hash } from 'node:crypto';
import { type Mailbox, needsSmtpUtf8, parseMailboxList } from './addresses.ts';
import {
  attachmentContent,
  attachmentFields,
  findInlineReferences,
  type MessageAttachment,
  type StreamedPiece,
} from './attachment-part.ts';
import { encodeText } from './encodings/transfer-encoding.ts';
import { wholeLines } from './encodings/whole-lines.ts';
import {
  addressField,
  dateField,
  foldField,
  type HeaderField,
  textField,
  writeHeader,
} from './header-fields.ts';
import { type PreviewedHtml, withPreheader } from './html/preheader.ts';

/** The contents of a message. All of it was validated when the email was accepted. */
export interface MessageInput extends PreviewedHtml {
  from: Mailbox;
  /** The visible recipients; may be empty. */
  to: readonly Mailbox[];
  cc?: readonly Mailbox[] | undefined;
  replyTo?: readonly Mailbox[] | undefined;
  subject: string;
  date: Date;
  /** The Message-ID with angle brackets (`createMessageId`). */
  messageId: string;
  text?: string | undefined;
  html?: string | undefined;
  /**
   * Custom header fields of the client, each allowed by `findHeaderProblem`. A client of SMTP may also give Date, To and
   * Cc, decoded: they replace our fields for the time and the recipients.
   */
  headers?: Readonly<Record<string, string>> | undefined;
  attachments?: readonly MessageAttachment[] | undefined;
}

/** A message, ready to be signed and sent. */
export interface ComposedMessage {
  headers: HeaderField[];
  /** The body; with attachments, the part before the content of the first attachment. Whole lines. */
  body: Buffer;
  /** The rest of a body with attachments, in whole lines; the last one is not empty. */
  tail?: StreamedPiece;
  /** Octets of the whole message without a DKIM signature, as for SMTP's SIZE. */
  size: number;
  /** True when an address in the header is international: only a server with SMTPUTF8 accepts the message. */
  needsSmtpUtf8: boolean;
  /** True when an attached message in it is 8bit: only a server with 8BITMIME accepts it unchanged (RFC 6152). */
  isEightBit: boolean;
}

/** A MIME part: its content and the header fields that describe it. */
interface MimePart {
  fields: HeaderField[];
  content: (Buffer | StreamedPiece)[];
}

const CRLF = '\r\n';
const LF = 0x0a;
/** Fields that clients of SMTP may give in place of ours; in lower case. */
const REPLACING = new Set(['date', 'to', 'cc']);
const EIGHT_BIT: HeaderField = { name: 'Content-Transfer-Encoding', value: '8bit' };

/** Composes a message. */
export function composeMessage(input: MessageInput): ComposedMessage {
  const { fields, content } = composeBody(input);
  const headers = [...envelopeFields(input), ...clientFields(input), ...fields];
  const { body, tail } = cutAtFirstStream(content);
  const bodySize = body.length + (tail?.size ?? 0);
  return {
    headers,
    body,
    ...(tail && { tail }),
    size: Buffer.byteLength(writeHeader(headers)) + CRLF.length + bodySize,
    needsSmtpUtf8: visibleMailboxes(input).some(({ address }) => needsSmtpUtf8(address)),
    isEightBit: isEightBit(fields),
  };
}

/** The octets of a message, before dot-stuffing (RFC 5321 §4.5.2). */
export function writeMessage(headers: readonly HeaderField[], body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(writeHeader(headers) + CRLF), body]);
}

function envelopeFields(input: MessageInput): HeaderField[] {
  const { from, replyTo = [], subject, date, messageId } = input;
  const cc = recipientField(input, 'Cc');
  const givenDate = givenText(input, 'Date');
  return [
    addressField('From', [from]),
    // RFC 5322 §3.6.3 does not require To, but many spam filters treat a message without it as forged.
    recipientField(input, 'To') ?? { name: 'To', value: 'undisclosed-recipients:;' },
    ...(cc ? [cc] : []),
    ...(replyTo.length > 0 ? [addressField('Reply-To', replyTo)] : []),
    textField('Subject', subject),
    givenDate ? textField('Date', givenDate) : dateField(date),
    foldField('Message-ID', [messageId]),
    { name: 'MIME-Version', value: '1.0' },
  ];
}

function clientFields({ headers = {} }: MessageInput): HeaderField[] {
  const custom = Object.entries(headers).filter(([name]) => !REPLACING.has(name.toLowerCase()));
  return custom.map(([name, value]) => textField(name, value));
}

/** The client's value for a field of ours. */
function givenText({ headers = {} }: MessageInput, field: 'Date' | 'To' | 'Cc'): string | undefined {
  const name = Object.keys(headers).find((given) => given.toLowerCase() === field.toLowerCase());
  return name === undefined ? undefined : headers[name];
}

/**
 * Returns undefined if the field would be empty. A text that is not a list of mailboxes, such as one with groups, is
 * written unchanged.
 */
function recipientField(input: MessageInput, name: 'To' | 'Cc'): HeaderField | undefined {
  const mailboxes = visibleRecipients(input, name);
  if (mailboxes.length > 0) return addressField(name, mailboxes);
  const text = givenText(input, name)?.trim();
  return text ? textField(name, text) : undefined;
}

function visibleRecipients(input: MessageInput, name: 'To' | 'Cc'): readonly Mailbox[] {
  const text = givenText(input, name);
  if (text !== undefined) return parseMailboxList(text) ?? [];
  return (name === 'To' ? input.to : input.cc) ?? [];
}

function visibleMailboxes(input: MessageInput): Mailbox[] {
  const { from, replyTo = [] } = input;
  return [from, ...visibleRecipients(input, 'To'), ...visibleRecipients(input, 'Cc'), ...replyTo];
}

/** Files that the html shows are in a multipart/related with it (RFC 2387); all others in the multipart/mixed. */
function composeBody(input: MessageInput): MimePart {
  const { html = '', attachments = [], messageId } = input;
  const isShown = attachments.length > 0 ? findInlineReferences(html) : undefined;
  const shown = attachments.filter((attachment) => isShown?.(attachment));
  const others = attachments.filter((attachment) => !shown.includes(attachment));
  const text = composeText(input, shown.map(attachmentPart));
  return others.length === 0 ? text : multipart('mixed', messageId, [text, ...others.map(attachmentPart)]);
}

function composeText(input: MessageInput, shown: MimePart[]): MimePart {
  const { text, html, messageId } = input;
  const parts: MimePart[] = [];
  if (text) parts.push(textPart('plain', text));
  if (html) {
    const part = textPart('html', withPreheader(input));
    parts.push(shown.length === 0 ? part : multipart('related', messageId, [part, ...shown]));
  }
  const [first = textPart('plain', ''), ...others] = parts;
  return others.length === 0 ? first : multipart('alternative', messageId, [first, ...others]);
}

function attachmentPart(attachment: MessageAttachment): MimePart {
  return { fields: attachmentFields(attachment), content: [attachmentContent(attachment)] };
}

function textPart(subtype: 'plain' | 'html', text: string): MimePart {
  const { encoding, content } = encodeText(text);
  return {
    fields: [
      { name: 'Content-Type', value: `text/${subtype}; charset=utf-8` },
      { name: 'Content-Transfer-Encoding', value: encoding },
    ],
    content: [content],
  };
}

function multipart(
  subtype: 'alternative' | 'mixed' | 'related',
  messageId: string,
  parts: MimePart[],
): MimePart {
  const boundary = createBoundary(subtype, messageId);
  const content = parts.flatMap((part) => [
    Buffer.from(`--${boundary}${CRLF}${writeHeader(part.fields)}${CRLF}`),
    ...part.content,
    // This CRLF belongs to the next boundary (RFC 2046 §5.1.1), not to the part, whose last line need not end in one.
    Buffer.from(CRLF),
  ]);
  return {
    fields: [
      foldField('Content-Type', [
        `multipart/${subtype};`,
        // RFC 2387 §3.1 requires the type of the root part.
        ...(subtype === 'related' ? ['type="text/html";'] : []),
        `boundary="${boundary}"`,
      ]),
      // RFC 2045 §6.4: a multipart has the encoding of its widest part.
      ...(parts.some((part) => isEightBit(part.fields)) ? [EIGHT_BIT] : []),
    ],
    content: [...content, Buffer.from(`--${boundary}--${CRLF}`)],
  };
}

/**
 * No encoded part can contain a line that begins like this boundary (transfer-encoding.ts), and a message that is
 * carried unchanged does not know it: the Message-ID is made after it.
 */
function createBoundary(subtype: string, messageId: string): string {
  return `=_${hash('sha256', `${subtype} ${messageId}`, 'hex').slice(0, 32)}`;
}

/** Joins the buffers before the first streamed piece; everything from that piece on is read only when it is sent. */
function cutAtFirstStream(content: MimePart['content']): Pick<ComposedMessage, 'body' | 'tail'> {
  const cut = content.findIndex((piece) => !Buffer.isBuffer(piece));
  if (cut < 0) return { body: endWithLineBreak(content.filter(Buffer.isBuffer)) };
  const pieces = content.slice(cut);
  const tail = {
    size: pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0),
    // The last line of an attached message may have no line break of its own.
    read: () => wholeLines(octetsOf(pieces)),
  };
  return { body: Buffer.concat(content.slice(0, cut).filter(Buffer.isBuffer)), tail };
}

async function* octetsOf(pieces: MimePart['content']): AsyncGenerator<Buffer> {
  for (const piece of pieces)
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* piece.read();
}

function isEightBit(fields: readonly HeaderField[]): boolean {
  return fields.some(({ name, value }) => name === EIGHT_BIT.name && value === EIGHT_BIT.value);
}

/** SMTP transfers whole lines only. */
function endWithLineBreak(content: readonly Buffer[]): Buffer {
  const last = content.at(-1);
  return Buffer.concat(last?.at(-1) === LF ? content : [...content, Buffer.from(CRLF)]);
}
