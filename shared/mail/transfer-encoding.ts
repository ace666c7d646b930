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
/** Encoded at a time: 57 bytes are a line. */
const BASE64_BLOCK_BYTES = 57 * 4_096;
const CR = 0x0d;
const LF = 0x0a;
/**
 * Octets that UTF-8 takes beyond one a character, as a share of the characters: 0.02 in German, 0.9 in Russian,
 * 1.9 in Japanese. Above it base64 is shorter.
 */
const BASE64_PAYS_ABOVE = 1 / 6;
/**
 * What 7-bit text must not hold: foreign characters; white space at the end of a line, which gets lost; lines that could
 * be taken for a mailbox file's mark (RFC 2049 §3) or one of our boundaries.
 */
const NOT_SAFE = /[^\t\r\n\x20-\x7e]|[ \t](?:[\r\n]|$)|(?:^|[\r\n])(?:From |--=_)/;
/** Up to here the engine's search is faster than a look at each octet: 3 µs against 30 for 10 KB. */
const SEARCHED_MAX_LENGTH = 64 * 1024;

/** Encodes a text; each CRLF, bare CR and bare LF in it becomes a line break. */
export function encodeText(text: string): EncodedText {
  // The cheapest question first: generated html is often one long line.
  if (hasShortLines(text) && !NOT_SAFE.test(text)) return { encoding: '7bit', content: toLines(text) };
  return Buffer.byteLength(text) - text.length > text.length * BASE64_PAYS_ABOVE
    ? { encoding: 'base64', content: encodeBase64Lines(toLines(text)) }
    : { encoding: 'quoted-printable', content: encodeQuotedPrintable(Buffer.from(text)) };
}

/** Each step goes to the last line break that it can reach, however many it passes over. */
function hasShortLines(text: string): boolean {
  for (let start = 0; text.length - start > LINE_MAX_LENGTH; ) {
    const lineBreak = text.lastIndexOf('\n', start + LINE_MAX_LENGTH);
    if (lineBreak >= start) start = lineBreak + 1;
    else if (text.startsWith('\r\n', start + LINE_MAX_LENGTH)) start += LINE_MAX_LENGTH + '\r\n'.length;
    else return false;
  }
  return true;
}

/** The octets of a text whose line breaks are all CRLF. */
function toLines(text: string): Buffer {
  if (text.length > SEARCHED_MAX_LENGTH) return withLineBreaks(Buffer.from(text));
  return Buffer.from(text.includes('\r') ? text.replace(/\r\n?|\n/g, '\r\n') : text.replaceAll('\n', '\r\n'));
}

/** The engine makes an object of each line break that it replaces: of ten million they would take a gigabyte. */
function withLineBreaks(octets: Buffer): Buffer {
  const missing = countMissing(octets);
  if (missing === 0) return octets;
  const output = Buffer.allocUnsafe(octets.length + missing);
  let length = 0;
  for (let at = 0; at < octets.length; at += 1) {
    const octet = octets[at] as number;
    if (octet !== CR && octet !== LF) {
      output[length++] = octet;
      continue;
    }
    if (octet === CR && octets[at + 1] === LF) at += 1;
    output[length++] = CR;
    output[length++] = LF;
  }
  return output.subarray(0, length);
}

/** Octets that are missing where a line break is not CRLF. */
function countMissing(octets: Buffer): number {
  let missing = 0;
  for (let at = 0; at < octets.length; at += 1) {
    const octet = octets[at];
    if (octet !== CR && octet !== LF) continue;
    if (octet === CR && octets[at + 1] === LF) at += 1;
    else missing += 1;
  }
  return missing;
}

/** Base64 in lines of 76 characters that end in CRLF (RFC 2045 §6.8). */
export function encodeBase64Lines(octets: Buffer): Buffer {
  const lines = Buffer.allocUnsafe(base64LinesLength(octets.length));
  let length = 0;
  for (let block = 0; block < octets.length; block += BASE64_BLOCK_BYTES) {
    // The engine's text of it is as large again.
    const encoded = octets.toString('base64', block, block + BASE64_BLOCK_BYTES);
    for (let start = 0; start < encoded.length; start += BASE64_LINE_LENGTH) {
      length += lines.write(encoded.slice(start, start + BASE64_LINE_LENGTH), length, 'latin1');
      lines[length++] = CR;
      lines[length++] = LF;
    }
  }
  return lines;
}

/** Octets that so many bytes are in such lines. */
export function base64LinesLength(bytes: number): number {
  const characters = Math.ceil(bytes / 3) * 4;
  return characters + Math.ceil(characters / BASE64_LINE_LENGTH) * 2;
}
