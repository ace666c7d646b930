// Writes the message of an email (RFC 5322, MIME): header fields in a fixed order and a 7-bit body in CRLF lines. Its
// own writer, because composing is on the path of every mail: parts are buffers, joined once. From the first
// attachment on the message is streamed. The same input gives the same octets, so a retry sends what was sent before.
// Bcc is never given to it.
import { hash } from 'node:crypto';
import { type Mailbox, needsSmtpUtf8 } from './addresses.ts';
import {
  attachmentContent,
  attachmentFields,
  type MessageAttachment,
  type StreamedPiece,
  shownIn,
} from './attachment-part.ts';
import { addressField, foldField, type HeaderField, textField, writeHeader } from './header-fields.ts';
import { insertPreheader } from './html/preheader.ts';
import { encodeText } from './transfer-encoding.ts';

/** What a message says. All of it has been checked when the email was accepted. */
export interface MessageInput {
  from: Mailbox;
  /** The visible recipients; may be empty. */
  to: readonly Mailbox[];
  cc?: readonly Mailbox[] | undefined;
  replyTo?: readonly Mailbox[] | undefined;
  subject: string;
  date: Date;
  /** With its angle brackets (`createMessageId`). */
  messageId: string;
  text?: string | undefined;
  html?: string | undefined;
  /** Shown behind the subject by mailboxes; only html can carry it. */
  previewText?: string | undefined;
  /** The client's own header fields, each allowed by `findHeaderProblem`. */
  headers?: Readonly<Record<string, string>> | undefined;
  attachments?: readonly MessageAttachment[] | undefined;
}

/** A message, ready to be signed and sent. */
export interface ComposedMessage {
  headers: HeaderField[];
  /** The body, or with attachments what stands before the content of the first. Whole lines. */
  body: Buffer;
  /** The rest of a body with attachments: whole lines, the last of them not empty. */
  tail?: StreamedPiece;
  /** Octets of the whole message, as in SMTP's SIZE. A signature adds its own. */
  size: number;
  /** True when an address in the header is international: only a server with SMTPUTF8 takes it. */
  needsSmtpUtf8: boolean;
}

/** A body and the fields that say what it is. */
interface MimePart {
  fields: HeaderField[];
  content: (Buffer | StreamedPiece)[];
}

const CRLF = '\r\n';
const LF = 0x0a;

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
  };
}

/** The octets of a message, before dot-stuffing. */
export function writeMessage(headers: readonly HeaderField[], body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(writeHeader(headers) + CRLF), body]);
}

function envelopeFields(input: MessageInput): HeaderField[] {
  const { from, to, cc = [], replyTo = [], subject, date, messageId } = input;
  return [
    addressField('From', [from]),
    // RFC 5322 §3.6.3 asks for no To; a message without one looks forged to many filters.
    to.length > 0 ? addressField('To', to) : { name: 'To', value: 'undisclosed-recipients:;' },
    ...(cc.length > 0 ? [addressField('Cc', cc)] : []),
    ...(replyTo.length > 0 ? [addressField('Reply-To', replyTo)] : []),
    textField('Subject', subject),
    { name: 'Date', value: formatDate(date) },
    foldField('Message-ID', [messageId]),
    { name: 'MIME-Version', value: '1.0' },
  ];
}

function clientFields({ headers = {} }: MessageInput): HeaderField[] {
  return Object.entries(headers).map(([name, value]) => textField(name, value));
}

function visibleMailboxes({ from, to, cc = [], replyTo = [] }: MessageInput): Mailbox[] {
  return [from, ...to, ...cc, ...replyTo];
}

/** What the html shows is related to it (RFC 2387); all other files stand beside the text and the html. */
function composeBody(input: MessageInput): MimePart {
  const { html = '', attachments = [], messageId } = input;
  const isShown = attachments.length > 0 ? shownIn(html) : undefined;
  const shown = attachments.filter((attachment) => isShown?.(attachment));
  const others = attachments.filter((attachment) => !shown.includes(attachment));
  const text = composeText(input, shown.map(attachmentPart));
  return others.length === 0 ? text : multipart('mixed', messageId, [text, ...others.map(attachmentPart)]);
}

function composeText({ text, html, previewText, messageId }: MessageInput, shown: MimePart[]): MimePart {
  const parts: MimePart[] = [];
  if (text) parts.push(textPart('plain', text));
  if (html) {
    const part = textPart('html', previewText ? insertPreheader(html, previewText) : html);
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
    // It belongs to the boundary that follows (RFC 2046 §5.1.1): a part's last line stays without an end.
    Buffer.from(CRLF),
  ]);
  return {
    fields: [
      foldField('Content-Type', [
        `multipart/${subtype};`,
        // RFC 2387 §3.1 asks for the type of what is shown.
        ...(subtype === 'related' ? ['type="text/html";'] : []),
        `boundary="${boundary}"`,
      ]),
    ],
    content: [...content, Buffer.from(`--${boundary}--${CRLF}`)],
  };
}

/** No encoded part can hold a line that begins like this (transfer-encoding.ts). */
function createBoundary(subtype: string, messageId: string): string {
  return `=_${hash('sha256', `${subtype} ${messageId}`, 'hex').slice(0, 32)}`;
}

/** What can be joined is joined; behind it comes what is read only when it is sent. */
function cutAtFirstStream(content: MimePart['content']): Pick<ComposedMessage, 'body' | 'tail'> {
  const cut = content.findIndex((piece) => !Buffer.isBuffer(piece));
  if (cut < 0) return { body: endWithLineBreak(content.filter(Buffer.isBuffer)) };
  const pieces = content.slice(cut);
  const tail = {
    size: pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0),
    async *read() {
      for (const piece of pieces) {
        if (Buffer.isBuffer(piece)) yield piece;
        else yield* piece.read();
      }
    },
  };
  return { body: Buffer.concat(content.slice(0, cut).filter(Buffer.isBuffer)), tail };
}

/** SMTP can only send whole lines. */
function endWithLineBreak(content: readonly Buffer[]): Buffer {
  const last = content.at(-1);
  return Buffer.concat(last?.at(-1) === LF ? content : [...content, Buffer.from(CRLF)]);
}

/** RFC 5322 §3.3, in UTC. */
function formatDate(instant: Date): string {
  return instant.toUTCString().replace('GMT', '+0000');
}
