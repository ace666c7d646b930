// Content-Transfer-Encoding of text parts (RFC 2045 §6). Everything is sent as 7-bit with short lines, so that no
// server on the way needs 8BITMIME or has a reason to rewrite the signed message. Plain ASCII is sent unchanged, text
// that is mostly ASCII as quoted-printable, which stays readable in the source, and the rest as base64.
import { encodeQuotedPrintable } from './quoted-printable.ts';

/** An encoded text part. Its lines end in CRLF, except perhaps the last one. */
export interface EncodedText {
  encoding: '7bit' | 'quoted-printable' | 'base64';
  content: Buffer;
}

/** RFC 5322 §2.1.1, without CRLF. */
const LINE_MAX_LENGTH = 998;
/** RFC 2045 §6.8. */
const BASE64_LINE_LENGTH = 76;
/** Bytes that are encoded at once, a multiple of 57: 57 bytes make one line. */
const BASE64_BLOCK_BYTES = 57 * 4_096;
const CR = 0x0d;
const LF = 0x0a;
/**
 * Threshold for base64: the number of UTF-8 octets in addition to one per character, divided by the number of
 * characters (0.02 in German, 0.9 in Russian, 1.9 in Japanese). Above it base64 is shorter than quoted-printable.
 */
const BASE64_PAYS_ABOVE = 1 / 6;
/**
 * The parts that 7-bit text must not contain: characters outside of ASCII; white space at the end of a line, which
 * servers may remove; lines that look like the separator of an mbox file (RFC 2049 §3) or like one of our MIME
 * boundaries.
 */
const NOT_SAFE = /[^\t\r\n\x20-\x7e]|[ \t](?:[\r\n]|$)|(?:^|[\r\n])(?:From |--=_)/;
/** Up to this length the engine's replace is faster than a loop over the octets: 3 µs against 30 µs for 10 KB. */
const SEARCHED_MAX_LENGTH = 64 * 1024;

/** Encodes a text. Each CRLF, bare CR and bare LF becomes a line break (CRLF). */
export function encodeText(text: string): EncodedText {
  // The cheapest test first: generated html is often one long line.
  if (hasShortLines(text) && !NOT_SAFE.test(text)) return { encoding: '7bit', content: toLines(text) };
  return Buffer.byteLength(text) - text.length > text.length * BASE64_PAYS_ABOVE
    ? { encoding: 'base64', content: encodeBase64Lines(toLines(text)) }
    : { encoding: 'quoted-printable', content: encodeQuotedPrintable(Buffer.from(text)) };
}

/** True when no line is too long. Each step jumps to the last line break within reach, skipping those before it. */
function hasShortLines(text: string): boolean {
  for (let start = 0; text.length - start > LINE_MAX_LENGTH; ) {
    const lineBreak = text.lastIndexOf('\n', start + LINE_MAX_LENGTH);
    if (lineBreak >= start) start = lineBreak + 1;
    else if (text.startsWith('\r\n', start + LINE_MAX_LENGTH)) start += LINE_MAX_LENGTH + '\r\n'.length;
    else return false;
  }
  return true;
}

/** Converts a text to octets in which all line breaks are CRLF. */
function toLines(text: string): Buffer {
  if (text.length > SEARCHED_MAX_LENGTH) return withLineBreaks(Buffer.from(text));
  return Buffer.from(text.includes('\r') ? text.replace(/\r\n?|\n/g, '\r\n') : text.replaceAll('\n', '\r\n'));
}

/** For long texts: the engine's replace allocates an object per line break; ten million would take a gigabyte. */
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

/** Counts line breaks that are not CRLF; each needs one more octet. */
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
    // In blocks, because the string that the engine makes is as large as the output.
    const encoded = octets.toString('base64', block, block + BASE64_BLOCK_BYTES);
    for (let start = 0; start < encoded.length; start += BASE64_LINE_LENGTH) {
      length += lines.write(encoded.slice(start, start + BASE64_LINE_LENGTH), length, 'latin1');
      lines[length++] = CR;
      lines[length++] = LF;
    }
  }
  return lines;
}

/** Length, in octets, of the output of `encodeBase64Lines` for this many bytes. */
export function base64LinesLength(bytes: number): number {
  const characters = Math.ceil(bytes / 3) * 4;
  return characters + Math.ceil(characters / BASE64_LINE_LENGTH) * 2;
}
