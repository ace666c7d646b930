// The meaning of the header fields that a record shows.
// @ts-check
import { domainToUnicode } from 'node:url';
import addressparser from 'nodemailer/lib/addressparser';
import { nameAndValue, unfold } from './header.js';

/** @import { FoundHeader } from '../thread-messages.ts' */
/** @import { WrittenMailbox } from '../parsed-message.ts' */
/** @import { HeaderText } from './header-text.js' */
/** @typedef {ReturnType<typeof addressparser>[number]} Written */

/** A line has at most 998 characters (RFC 5322 §2.1.1), and an id cannot be folded. */
const MESSAGE_ID_MAX_LENGTH = 998;
/** The latest of a thread; the end of the list is the nearest. */
const REFERENCES_MAX = 100;
/** Far above any mailbox; it bounds the work on hostile input. */
const FROM_MAX_LENGTH = 4_096;
/**
 * Quoted strings and comments (RFC 5322 §3.2.4, RFC 5322 §3.2.2) say nothing about the address. A comment in a comment
 * is not read.
 */
const QUOTED_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)/gs;
/** One mailbox, without the above; outside of the angle brackets nothing may pass for the end of one. */
const MAILBOX = /^(?:[^<>()"\\,:;\r]*<([^\s<>()"\\,:;]+)>|([^\s<>()"\\,:;]+))$/;
/** Postgres and every client can show these; JavaScript knows more. */
const YEAR_MIN = 1970;
const YEAR_MAX = 9999;

/** An address has no encoded words (RFC 2047 §5); one that has may hide another, unless it is a plain one. */
const HAS_WORD = /=\?[^?]+\?[BbQq]\?/;
const PLAIN_ADDRESS = /^[^\s@]+@[^\s@]+$/;

/**
 * The first field of a name counts, but all of To, Cc, Bcc and References.
 * @param {readonly string[]} fields the header, of `splitFields`, in Unicode
 * @param {HeaderText} header
 * @returns {Omit<FoundHeader, 'isGuessed'>}
 */
export function readHeaderFields(fields, header) {
  const byName = groupByName(fields);
  const named = (/** @type {string} */ name) => byName.get(name) ?? [];
  const values = (/** @type {string} */ name) =>
    named(name).map((field) => unfold(nameAndValue(field).value));
  const first = (/** @type {string} */ name) => values(name).slice(0, 1);
  const mailboxes = (/** @type {string[]} */ texts) =>
    texts.flatMap((text) => addressparser(text)).flatMap((written) => flatten(written, header));
  return {
    from: mailboxes(first('from')),
    to: mailboxes(values('to')),
    cc: mailboxes(values('cc')),
    bcc: mailboxes(values('bcc')),
    replyTo: mailboxes(first('reply-to')),
    strictFrom: readStrictly(named('from')),
    subject: header.words(first('subject')[0] ?? '') || null,
    date: readDate(named('date').at(-1)),
    messageId: messageIds(first('message-id'), header).at(-1) ?? null,
    inReplyTo: messageIds(first('in-reply-to'), header)[0] ?? null,
    references: messageIds(
      values('references').flatMap((text) => text.split(/\s+/)),
      header,
    ).slice(-REFERENCES_MAX),
  };
}

/**
 * @param {readonly string[]} fields
 * @returns {Map<string, string[]>} by their names in lower case
 */
function groupByName(fields) {
  const groups = new Map();
  for (const field of fields) {
    const name = field.slice(0, field.indexOf(':')).trim().toLowerCase();
    const group = groups.get(name);
    if (group) group.push(field);
    else groups.set(name, [field]);
  }
  return groups;
}

/**
 * The members of a group (RFC 5322 §3.4) are listed without it.
 * @param {Written} written
 * @param {HeaderText} header
 * @returns {WrittenMailbox[]}
 */
function flatten({ name: writtenName = '', address: writtenAddress = '', group }, header) {
  if (group) return group.flatMap((member) => flatten(member, header));
  const name = header.words(writtenName).trim();
  const address = readAddress(writtenAddress, header);
  return name || address ? [{ name, address }] : [];
}

/**
 * @param {string} written
 * @param {HeaderText} header
 */
function readAddress(written, header) {
  const hasWord = HAS_WORD.test(written);
  const address = hasWord ? header.words(written) : written;
  if (hasWord && (!PLAIN_ADDRESS.test(address) || address.includes('=?'))) return '';
  const at = address.lastIndexOf('@') + 1;
  const isPunycode = /^xn--|\.xn--/i.test(address.slice(at));
  return isPunycode
    ? address.slice(0, at) + (domainToUnicode(address.slice(at)) || address.slice(at))
    : address;
}

/**
 * `addressparser` finds an address in whatever it is given, and might take another than the server that signed the message.
 * @param {readonly string[]} fields
 */
function readStrictly([only = '', ...others]) {
  if (others.length > 0 || only.length > FROM_MAX_LENGTH) return null;
  const rest = nameAndValue(only).value.replace(QUOTED_OR_COMMENT, ' ').replaceAll('\r\n', '').trim();
  const [, bracketed, bare] = MAILBOX.exec(rest) ?? [];
  return bracketed ?? bare ?? null;
}

/**
 * Message-IDs in angle brackets, which some programs forget; one field may have several.
 * @param {string[]} texts
 * @param {HeaderText} header
 */
function messageIds(texts, header) {
  return texts
    .map((text) => header.words(text))
    .filter((text) => text !== '')
    .flatMap(
      (text) =>
        `${text.startsWith('<') ? '' : '<'}${text}${text.endsWith('>') ? '' : '>'}`.match(/<[^<>\s]+>/g) ??
        [],
    )
    .filter((id) => id.length <= MESSAGE_ID_MAX_LENGTH);
}

/**
 * @param {string | undefined} field
 */
function readDate(field = '') {
  const date = new Date(field.slice(field.indexOf(':') + 1).trim());
  const year = date.getUTCFullYear();
  return year >= YEAR_MIN && year <= YEAR_MAX ? date : null;
}
