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
/** What a line could be taken for: a mailbox file's mark (RFC 2049 §3), or one of our boundaries. */
const FRAGILE_STARTS = ['From ', '--=_'];
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
  return hasRobustLines(lines) && !NOT_7BIT_TEXT.test(lines);
}

/** False when a line is too long, or would not survive every server. Its length is asked anyhow, so a pattern costs more. */
function hasRobustLines(text: string): boolean {
  for (let start = 0; start <= text.length; ) {
    const lineBreak = text.indexOf('\r\n', start);
    const end = lineBreak === -1 ? text.length : lineBreak;
    if (end - start > LINE_MAX_LENGTH || (end > start && isFragile(text, start, end))) return false;
    start = end + 2;
  }
  return true;
}

/** White space at its end gets lost; what it begins with could be taken for structure. */
function isFragile(text: string, start: number, end: number): boolean {
  const last = text[end - 1];
  return last === ' ' || last === '\t' || FRAGILE_STARTS.some((fragile) => text.startsWith(fragile, start));
}

function normalizeLineBreaks(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?|\n/g, '\r\n') : text.replaceAll('\n', '\r\n');
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
