// Header fields: which of them a client may set (protection against header injection), and how values are encoded and
// folded so that they are read back unchanged. Header folding breaks a field into lines of at most 76 characters (RFC
// 2047 §2 requires this for lines with encoded words, RFC 5322 §2.1.1 recommends 78). Fields are 7-bit, except for the
// local parts of international addresses.
import { type Mailbox, mailboxTokens } from './addresses.ts';
import { encodeWords } from './encoded-words.ts';

/** One field of a message's header. */
export interface HeaderField {
  name: string;
  /** The folded text after `Name: `, without the final CRLF. */
  value: string;
}

/** A Message-ID of ours: `<id@domain>`. */
const OUR_MESSAGE_ID = /^<(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/;
const OUR_MESSAGE_IDS = new RegExp(OUR_MESSAGE_ID.source.slice(1), 'gi');

/** Fields that the service writes itself (docs/reference/emails.md#headers-and-tags); in lower case. */
const SERVICE_FIELDS = new Set([
  'from',
  'sender',
  'to',
  'cc',
  'bcc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'dkim-signature',
  'authentication-results',
  'return-path',
  'received',
]);
const SERVICE_FIELD_PREFIXES = ['content-', 'arc-', 'resent-', 'cfbl-', 'x-posthorn-'];
/** A token (RFC 2045 §5.1). RFC 5322 allows more punctuation, but many servers and mail clients do not. */
const FIELD_NAME = /^[A-Za-z0-9!#$%&'*+.^_`{|}~-]+$/;
/** The name and its colon must fit on one line. */
const FIELD_NAME_MAX_LENGTH = 75;
const LINE_BREAK_OR_NUL = /[\r\n\0]/;

const LINE_MAX_LENGTH = 76;
/** RFC 5322 §2.1.1: no line may be longer. */
const LINE_HARD_MAX_LENGTH = 998;
/** A space at which a field may be folded. A run of spaces is not split: many mail clients unfold it to one space. */
const LONE_SPACE = /(?<! ) (?! )/;

/** Why a client may not set this header field, as the end of a sentence; undefined when it may. */
export function findHeaderProblem(name: string, value: string): string | undefined {
  const lowerCased = name.toLowerCase();
  if (!FIELD_NAME.test(name)) return 'its name is not a header name (RFC 5322)';
  if (name.length > FIELD_NAME_MAX_LENGTH)
    return `its name is longer than ${FIELD_NAME_MAX_LENGTH} characters`;
  if (SERVICE_FIELDS.has(lowerCased)) return 'it is written by the service';
  if (SERVICE_FIELD_PREFIXES.some((prefix) => lowerCased.startsWith(prefix))) {
    return 'it is written by the service';
  }
  return LINE_BREAK_OR_NUL.test(value) ? 'its value contains a line break or NUL' : undefined;
}

/**
 * A field of free text (Subject or a custom field). White space at its ends is removed: it has no meaning in a header.
 */
export function textField(name: string, text: string): HeaderField {
  const trimmed = text.trim();
  const tokens = trimmed.split(LONE_SPACE);
  if (isPlainText(trimmed) && tokens.every((token) => fitsOnALine(name, token))) {
    return foldField(name, tokens);
  }
  return foldField(name, encodeWords(trimmed, LINE_MAX_LENGTH - name.length - ': '.length));
}

/** A field of addresses: From, To, Cc, Reply-To. */
export function addressField(name: string, mailboxes: readonly Mailbox[]): HeaderField {
  const tokens = mailboxes.flatMap((mailbox, index) => {
    const pieces = mailboxTokens(mailbox);
    const isLast = index === mailboxes.length - 1;
    return isLast ? pieces : [...pieces.slice(0, -1), `${pieces.at(-1)},`];
  });
  return foldField(name, tokens);
}

/** A field of tokens with one space between them, folded at these spaces. */
export function foldField(name: string, tokens: readonly string[]): HeaderField {
  let value = '';
  let lineLength = name.length + ':'.length;
  for (const [index, token] of tokens.entries()) {
    const length = ' '.length + token.length;
    // A first token that is longer than a line stays after the name: folding would leave a line with the name only.
    const canFold = index > 0 || length <= LINE_MAX_LENGTH;
    if (lineLength + length > LINE_MAX_LENGTH && canFold) {
      value += `\r\n ${token}`;
      lineLength = length;
    } else {
      value += index === 0 ? token : ` ${token}`;
      lineLength += length;
    }
  }
  return { name, value };
}

/** The Date field (RFC 5322 §3.3), in UTC. */
export function dateField(instant: Date): HeaderField {
  return { name: 'Date', value: instant.toUTCString().replace('GMT', '+0000') };
}

/** The Message-ID of an email: the same in every attempt, so that receivers can recognize a duplicate. */
export function createMessageId(uuid: string, domain: string): string {
  return `<${uuid}@${domain}>`;
}

/**
 * The id of the email whose Message-ID the text is; undefined: it is not one of ours. Clients of SMTP write what they
 * like.
 */
export function readMessageId(text: string | null): string | undefined {
  return OUR_MESSAGE_ID.exec(text ?? '')?.groups?.['id'];
}

/** The ids that any reader could find in the text of a field. */
export function readMessageIds(text: string): string[] {
  return [...text.matchAll(OUR_MESSAGE_IDS)].flatMap(({ groups }) => groups?.['id']?.toLowerCase() ?? []);
}

/** The header of a message as text, without the empty line after it. */
export function writeHeader(fields: readonly HeaderField[]): string {
  return fields.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
}

/** True for text that needs no encoding. Mail clients would decode a text like `=?…?=`, so it needs encoding. */
function isPlainText(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !text.includes('=?');
}

function fitsOnALine(name: string, token: string): boolean {
  return name.length + ': '.length + token.length <= LINE_HARD_MAX_LENGTH;
}
