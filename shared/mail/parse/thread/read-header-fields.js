// The meaning of the header fields that a record shows, from what mailparser decoded.
// @ts-check
import { nameAndValue } from './header.js';

/** @import { AddressObject, EmailAddress, Headers } from 'mailparser' */
/** @import { FoundHeader } from '../thread-messages.ts' */
/** @import { WrittenMailbox } from '../parsed-message.ts' */

/** A line has at most 998 characters (RFC 5322 §2.1.1), and an id cannot be folded. */
const MESSAGE_ID_MAX_LENGTH = 998;
/** The latest of a thread; the end of the list is the nearest. */
const REFERENCES_MAX = 100;
/** Far above any mailbox; it bounds the work on hostile input. */
const FROM_MAX_LENGTH = 4_096;
/**
 * Quoted strings and comments (RFC 5322 §3.2.4, RFC 5322 §3.2.2) say nothing of the address. A comment in a comment is not
 * read.
 */
const QUOTED_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)/gs;
/** One mailbox, without the above; outside of the angle brackets nothing may pass for the end of one. */
const MAILBOX = /^(?:[^<>()"\\,:;\r]*<([^\s<>()"\\,:;]+)>|([^\s<>()"\\,:;]+))$/;
/** Postgres and every client can show these; JavaScript knows more. */
const YEAR_MIN = 1970;
const YEAR_MAX = 9999;

/**
 * @param {Headers} headers
 * @param {readonly string[]} fields the header, of `splitFields`
 * @returns {FoundHeader}
 */
export function readHeaderFields(headers, fields) {
  const named = (/** @type {string} */ name) =>
    fields.filter((field) => field.slice(0, field.indexOf(':')).trim().toLowerCase() === name);
  return {
    from: mailboxes(headers.get('from')),
    to: mailboxes(headers.get('to')),
    cc: mailboxes(headers.get('cc')),
    bcc: mailboxes(headers.get('bcc')),
    replyTo: mailboxes(headers.get('reply-to')),
    strictFrom: readStrictly(named('from')),
    subject: text(headers.get('subject')),
    date: readDate(named('date').at(-1)),
    messageId: messageIds(headers.get('message-id')).at(-1) ?? null,
    inReplyTo: messageIds(headers.get('in-reply-to'))[0] ?? null,
    references: messageIds(headers.get('references')).slice(-REFERENCES_MAX),
  };
}

/**
 * The members of a group (RFC 5322 §3.4) are listed without it.
 * @param {unknown} field
 * @returns {WrittenMailbox[]}
 */
function mailboxes(field) {
  const objects = /** @type {AddressObject[]} */ ([field ?? []].flat());
  return objects.flatMap(({ value }) => value.flatMap(flatten));
}

/**
 * @param {EmailAddress} written
 * @returns {WrittenMailbox[]}
 */
function flatten({ name, address = '', group }) {
  if (group) return group.flatMap(flatten);
  return name || address ? [{ name, address }] : [];
}

/**
 * mailparser finds an address in whatever it is given, and might take another than the server that signed the message.
 * @param {readonly string[]} fields
 */
function readStrictly([only = '', ...others]) {
  if (others.length > 0 || only.length > FROM_MAX_LENGTH) return null;
  const rest = nameAndValue(only).value.replace(QUOTED_OR_COMMENT, ' ').replaceAll('\r\n', '').trim();
  const [, bracketed, bare] = MAILBOX.exec(rest) ?? [];
  return bracketed ?? bare ?? null;
}

/** @param {unknown} value */
function text(value) {
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * In angle brackets, as mailparser completes them; several of them may be in one field.
 * @param {unknown} value
 */
function messageIds(value) {
  const texts = [value ?? []].flat().filter((item) => typeof item === 'string');
  return texts
    .flatMap((item) => item.match(/<[^<>\s]+>/g) ?? [])
    .filter((id) => id.length <= MESSAGE_ID_MAX_LENGTH);
}

/**
 * mailparser takes a date that it cannot read for the present.
 * @param {string | undefined} field
 */
function readDate(field = '') {
  const date = new Date(field.slice(field.indexOf(':') + 1).trim());
  const year = date.getUTCFullYear();
  return year >= YEAR_MIN && year <= YEAR_MAX ? date : null;
}
