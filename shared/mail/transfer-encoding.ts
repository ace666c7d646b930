// Content-Transfer-Encoding (RFC 2045 §6): how the bytes of a text part travel. Everything leaves 7-bit with short
// lines, so that no server on the way needs 8BITMIME or has a reason to rewrite what is signed. Plain English
// goes as it is, mostly-ASCII text as quoted-printable, which stays readable in the source, the rest as base64.
import { encodeQuotedPrintable } from './quoted-printable.ts';

/** A text, ready for a body. Its lines end in CRLF; the last one may have no end. */
export interface EncodedText {
  encoding: '7bit' | 'quoted-printable' | 'base64';
  content: Buffer;
}

/** RFC 5322 §2.1.1, without CRLF. */
const LINE_MAX_LENGTH = 998;
/** RFC 2045 §6.8. */
const BASE64_LINE_LENGTH = 76;
const CR = 0x0d;
const LF = 0x0a;
/**
 * Octets that UTF-8 takes beyond one a character, as a share of the characters: 0.02 in German, 0.9 in Russian,
 * 1.9 in Japanese. Above it base64 is shorter.
 */
const BASE64_PAYS_ABOVE = 1 / 6;
/**
 * What does not survive every server or could be taken for structure: white space at the end of a line, "From "
 * at its start (RFC 2049 §3), and what begins like our boundaries, which quoted-printable cannot contain.
 */
const FRAGILE = /[ \t](?:\r|$)|(?:^|\n)(?:From |--=_)/;
const NOT_7BIT_TEXT = /[^\t\r\n\x20-\x7e]/;

/** Encodes a text; each CRLF, bare CR and bare LF in it becomes a line break. */
export function encodeText(text: string): EncodedText {
  const lines = normalizeLineBreaks(text);
  if (isSafeAsItIs(lines)) return { encoding: '7bit', content: Buffer.from(lines, 'latin1') };
  const octets = Buffer.from(lines);
  return octets.length - lines.length > lines.length * BASE64_PAYS_ABOVE
    ? { encoding: 'base64', content: encodeBase64Lines(octets) }
    : { encoding: 'quoted-printable', content: encodeQuotedPrintable(octets) };
}

/** The cheapest question first: generated html is often one long line. */
function isSafeAsItIs(lines: string): boolean {
  return longestLine(lines) <= LINE_MAX_LENGTH && !NOT_7BIT_TEXT.test(lines) && !FRAGILE.test(lines);
}

function normalizeLineBreaks(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?|\n/g, '\r\n') : text.replaceAll('\n', '\r\n');
}

function longestLine(text: string): number {
  let longest = 0;
  let start = 0;
  for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n', start)) {
    longest = Math.max(longest, end - start);
    start = end + 2;
  }
  return Math.max(longest, text.length - start);
}

/** Base64 in lines of 76 characters that end in CRLF (RFC 2045 §6.8). */
export function encodeBase64Lines(octets: Buffer): Buffer {
  const encoded = octets.toString('base64');
  const lines = Buffer.allocUnsafe(base64LinesLength(octets.length));
  let length = 0;
  for (let start = 0; start < encoded.length; start += BASE64_LINE_LENGTH) {
    length += lines.write(encoded.slice(start, start + BASE64_LINE_LENGTH), length, 'latin1');
    lines[length++] = CR;
    lines[length++] = LF;
  }
  return lines;
}

/** Octets that so many bytes are in such lines. */
export function base64LinesLength(bytes: number): number {
  const characters = Math.ceil(bytes / 3) * 4;
  return characters + Math.ceil(characters / BASE64_LINE_LENGTH) * 2;
}
