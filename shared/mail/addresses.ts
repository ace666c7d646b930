// Email addresses: parses the addresses that clients give, and formats them for header fields. It accepts one mailbox
// of RFC 5322 §3.4, `email@domain` or `Name <email@domain>`, with quoted local parts and names and with UTF-8 (RFC
// 6531, RFC 6532). Comments, groups, routes, folding, and anything that could be read as a second address are refused
// (protection against header injection), and so are invisible characters in a local part: they would make another
// person of the same address. Dots that an atom may not have are accepted, because providers gave out such addresses
// (`a..b@`).

import { parseAddressDomain } from './domains/mail-domain.ts';
import { encodeWords } from './encoded-words.ts';
import { findInvisible, trimAddress } from './invisible-characters.ts';

/** A mailbox: an address with an optional display name. */
export interface Mailbox {
  /** Display name, unquoted. */
  name: string | undefined;
  /**
   * `local@domain`, as SMTP and header fields need it: the local part as the client wrote it, quoted only if necessary
   * (`"a..b"@domain`); the domain as in `domain`.
   */
  address: string;
  /** The domain in lower-case ASCII (punycode). */
  domain: string;
}

/** RFC 5321 §4.5.3.1.1, in octets. */
const LOCAL_PART_MAX_OCTETS = 64;
/** A path has 256 octets with its angle brackets (RFC 5321 §4.5.3.1.3). */
const ADDRESS_MAX_OCTETS = 254;
/** The same limit as for a subject: far above any name, far below what makes servers refuse a header. */
const NAME_MAX_LENGTH = 998;
/** Enough for a name in which every character is escaped; it bounds the work on hostile input. */
const MAILBOX_MAX_LENGTH = 4_096;
/** Longest piece of a name on one line, so that it fits after the name of any of our address fields. */
const NAME_PIECE_MAX_LENGTH = 60;

/**
 * C0 and C1 control characters, which include CR, LF and NUL. A tab is refused too: it has no meaning in an address.
 */
const CONTROL = /\p{Cc}/u;
const CONTROLS = /\p{Cc}+/gu;
/** atext of RFC 5322 §3.2.3 and RFC 6532 §3.2, without white space of any script. */
const ATEXT = "A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-\\u0080-\\u{10ffff}";
const DOT_ATOM = new RegExp(`^(?!.*\\s)[${ATEXT}]+(?:\\.[${ATEXT}]+)*$`, 'u');
/** A local part with dots in a row or before the `@`: it is not an atom of SMTP, so it is sent in quotes. */
const DOTTED = new RegExp(`^(?!.*\\s)[${ATEXT}][${ATEXT}.]*$`, 'u');
/** An unquoted name. It may contain dots (obs-phrase), as in "John Q. Public", and white space of any script. */
const PLAIN_NAME = new RegExp(`^[${ATEXT}. ]*$`, 'u');
const ASCII_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const QUOTED_STRING = /^"(?:[^"\\]|\\.)*"$/u;
/** The items of a list: all up to a comma outside of quotes. A quote that is not closed is an item of its own. */
const LIST_ITEMS = /(?:"(?:[^"\\]|\\.)*"|[^,"])+|"/gu;
/** The parts of a name: a quoted string, or the text up to the next quote. */
const NAME_WORDS = /"(?:[^"\\]|\\.)*"|[^"]+|"/gu;

/** Parses one mailbox that a client gives; undefined when the text is not exactly one valid mailbox. */
export function parseMailbox(text: string): Mailbox | undefined {
  if (!needsSmtpUtf8(text)) return parseStoredMailbox(text);
  const mailbox = parseStoredMailbox(trimAddress(text));
  return mailbox && findInvisible(mailbox.address) === undefined ? mailbox : undefined;
}

/** The same for stored addresses and look-ups: an older address may have invisible characters. */
export function parseStoredMailbox(text: string): Mailbox | undefined {
  if (text.length > MAILBOX_MAX_LENGTH || CONTROL.test(text)) return undefined;
  const trimmed = text.trim();
  if (!trimmed.endsWith('>')) return parseAddress(trimmed, undefined);
  const opening = findAngleBracket(trimmed);
  if (opening === undefined) return undefined;
  const name = parseName(trimmed.slice(0, opening));
  return name === undefined ? undefined : parseAddress(trimmed.slice(opening + 1, -1), name || undefined);
}

/** Returns the one spelling of an address that others wrote; a text that is not an address stays unchanged. */
export function spellAddress(text: string): string {
  return parseStoredMailbox(text)?.address ?? text;
}

/** The hint that the refusal of an address adds: the invisible character of its local part; empty when there is none. */
export function invisibleHint(text: string): string {
  const trimmed = trimAddress(text);
  const address = trimmed.slice(trimmed.lastIndexOf('<') + 1);
  const found = findInvisible(address.slice(0, Math.max(address.lastIndexOf('@'), 0)));
  return found === undefined ? '' : `; it has the invisible character ${found}`;
}

/**
 * Parses a list of mailboxes with commas between them, as in To (RFC 5322 §3.4). Empty items are left out.
 * @returns undefined when an item is not a mailbox, such as a group
 */
export function parseMailboxList(text: string): Mailbox[] | undefined {
  const mailboxes = splitMailboxList(text).map((item) => parseStoredMailbox(item));
  return mailboxes.every((mailbox) => mailbox !== undefined) ? mailboxes : undefined;
}

/** Splits such a list into its items, valid or not, as they were written. */
export function splitMailboxList(text: string): string[] {
  return [...text.matchAll(LIST_ITEMS)].map(([item]) => item.trim()).filter((item) => item !== '');
}

/**
 * The normalized form of an address, for comparison: the key in the suppression list, and the same for two spellings of
 * one recipient. The key of a key is the key itself, which is why NFC comes last: the lower case of an NFC text is not
 * always in NFC (J with a caron has a composed form in lower case only).
 */
export function addressKey(address: string): string {
  return address.toLowerCase().normalize('NFC');
}

/**
 * Parses a mailbox of a query. Many clients write the plus of an address unencoded there, so it arrives as a space,
 * which no address has outside of quotes.
 */
export function parseMailboxOfQuery(text: string): Mailbox | undefined {
  return parseStoredMailbox(text) ?? parseStoredMailbox(text.replaceAll(' ', '+'));
}

/** The key of an address that is given without a name; undefined when the text is anything else. */
export function parseAddressKey(text: string, parse = parseMailbox): string | undefined {
  const mailbox = parse(text);
  return mailbox && mailbox.name === undefined ? addressKey(mailbox.address) : undefined;
}

/** True when the address can only be sent to a server that offers SMTPUTF8 (RFC 6531). */
export function needsSmtpUtf8(address: string): boolean {
  return /[^\0-\x7f]/.test(address);
}

/** Writes a mailbox for people and programs, in letters of any script: `parseMailbox` reads the same name again. */
export function writeMailbox({ name = '', address }: Pick<Mailbox, 'name' | 'address'>): string {
  const line = name.replace(CONTROLS, ' ').trim().slice(0, NAME_MAX_LENGTH).trim().toWellFormed();
  if (line === '') return address;
  const isPlain = trimAddress(line) === line && parseName(line) === line;
  return `${isPlain ? line : quote(line)} <${address}>`;
}

/** Formats a mailbox for a header field, in one line. */
export function formatMailbox(mailbox: Mailbox): string {
  return mailboxTokens(mailbox).join(' ');
}

/** The tokens of a mailbox in a header field; header folding may break the line between any two of them. */
export function mailboxTokens({ name, address }: Mailbox): string[] {
  return name === undefined ? [address] : [...nameTokens(name), `<${address}>`];
}

function parseAddress(text: string, name: string | undefined): Mailbox | undefined {
  const at = text.lastIndexOf('@');
  const domain = at === -1 ? undefined : parseAddressDomain(text.slice(at + 1));
  const localPart = parseLocalPart(text.slice(0, Math.max(at, 0)));
  if (domain === undefined || localPart === undefined) return undefined;
  const address = `${localPart}@${domain}`;
  if (Buffer.byteLength(localPart) > LOCAL_PART_MAX_OCTETS) return undefined;
  return Buffer.byteLength(address) > ADDRESS_MAX_OCTETS ? undefined : { name, address, domain };
}

/**
 * `"john"@` and `john@` are the same mailbox (RFC 5321 §4.1.2), so unnecessary quotes are removed. A text that looks
 * like an encoded word is refused: some servers would decode it and read another address.
 * A dot at the beginning is refused without quotes: no provider gives one out, and it is probably the rest of a sentence.
 */
function parseLocalPart(text: string): string | undefined {
  if (text.includes('=?')) return undefined;
  if (DOT_ATOM.test(text)) return text;
  if (DOTTED.test(text)) return quote(text);
  if (!QUOTED_STRING.test(text)) return undefined;
  const content = unquote(text);
  if (content === '') return undefined;
  return DOT_ATOM.test(content) ? content : quote(content);
}

/** The position of the first `<` outside of quotes, after which the address begins. */
function findAngleBracket(text: string): number | undefined {
  let position = 0;
  for (const [word] of text.matchAll(NAME_WORDS)) {
    const bracket = word.startsWith('"') ? -1 : word.indexOf('<');
    if (bracket !== -1) return position + bracket;
    position += word.length;
  }
  return undefined;
}

/** The name before the `<`, unquoted, with single spaces between its words; undefined when it is malformed. */
function parseName(text: string): string | undefined {
  const words: string[] = [];
  for (const [word] of text.trim().matchAll(NAME_WORDS)) {
    if (word.length > 1 && word.startsWith('"')) words.push(unquote(word));
    else if (PLAIN_NAME.test(word)) words.push(...word.split(' ').filter(Boolean));
    else return undefined;
  }
  const name = words.join(' ').trim();
  return name.length > NAME_MAX_LENGTH ? undefined : name;
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/gu, '$1');
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function nameTokens(name: string): string[] {
  // Mail clients decode a text that looks like an encoded word even inside quotes, so such a name is encoded too.
  if (!/^[\x20-\x7e]*$/.test(name) || name.includes('=?')) return encodeWords(name, NAME_PIECE_MAX_LENGTH);
  const atoms = name.split(' ');
  if (atoms.every((atom) => ASCII_ATOM.test(atom) && atom.length <= NAME_PIECE_MAX_LENGTH)) return atoms;
  const quoted = quote(name);
  return quoted.length <= NAME_PIECE_MAX_LENGTH ? [quoted] : encodeWords(name, NAME_PIECE_MAX_LENGTH);
}
