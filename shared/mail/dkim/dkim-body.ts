// The body hash of DKIM with relaxed body canonicalization (RFC 6376 §3.4.4). A body in memory is hashed at once, a
// body with attachments is hashed as a stream. The hash is part of the header, so a message with attachments is read
// twice: once for the hash, once to send it.
import { createHash, hash } from 'node:crypto';
import type { StreamedPiece } from '../attachment-part.ts';

const CRLF = '\r\n';
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const EMPTY_LINES_AT_ONCE = 4_096;
const EMPTY_LINES = Buffer.from(CRLF.repeat(EMPTY_LINES_AT_ONCE));

/** SHA-256 of the body in relaxed canonicalization (RFC 6376 §3.4.4), in base64. */
export function hashBody(body: Buffer): string {
  return hash('sha256', canonicalizeBody(body), 'base64');
}

/** The same for a body whose tail is streamed. */
export async function hashStreamedBody(beginning: Buffer, tail: StreamedPiece): Promise<string> {
  const running = new RunningBodyHash();
  running.update(beginning);
  for await (const piece of tail.read()) running.update(piece);
  return running.digest();
}

/** The same for a body whose pieces arrive one after the other. */
export class RunningBodyHash {
  readonly #hash = createHash('sha256');
  /** Empty lines since the last text: at the end of the body they do not count. */
  #emptyLines = 0;

  /** @param lines whole lines that end in CRLF; each is canonicalized alone */
  update(lines: Buffer): void {
    const canonical = canonicalizeLines(lines);
    let endOfText = canonical.length;
    while (endOfText > 0 && isWhiteSpace(canonical[endOfText - 1])) endOfText -= 1;
    const end = endOfText === 0 ? 0 : endOfText + CRLF.length;
    if (end > 0) {
      this.#addEmptyLines();
      this.#hash.update(canonical.subarray(0, end));
    }
    this.#emptyLines += (canonical.length - end) / CRLF.length;
  }

  /** Returns the hash in base64. */
  digest(): string {
    return this.#hash.digest('base64');
  }

  /** Adds them in pieces, since there may be megabytes of them. */
  #addEmptyLines(): void {
    for (; this.#emptyLines > 0; this.#emptyLines -= Math.min(this.#emptyLines, EMPTY_LINES_AT_ONCE))
      this.#hash.update(EMPTY_LINES.subarray(0, this.#emptyLines * CRLF.length));
  }
}

/** Canonicalizes the lines and removes the empty lines at the end. */
function canonicalizeBody(body: Buffer): Buffer {
  const endsInOneLineBreak = body.length > 2 && body.at(-1) === LF && body.at(-3) !== LF;
  if (endsInOneLineBreak && hasCanonicalLines(body)) return body;
  // Empty lines are cut before the loop below, since there may be megabytes of them.
  let endOfText = body.length;
  while (endOfText > 0 && isWhiteSpace(body[endOfText - 1])) endOfText -= 1;
  if (endOfText === 0) return Buffer.alloc(0);
  const { output, length } = writeCanonicalLines(body.subarray(0, endOfText));
  output.write(CRLF, length);
  return output.subarray(0, length + CRLF.length);
}

function canonicalizeLines(lines: Buffer): Buffer {
  if (hasCanonicalLines(lines)) return lines;
  const { output, length } = writeCanonicalLines(lines);
  return output.subarray(0, length);
}

/**
 * Replaces runs of white space by one space and removes white space at the ends of lines. All line breaks are CRLF.
 * @returns a buffer with room for one more line break, and the length of its used part
 */
function writeCanonicalLines(lines: Buffer): { output: Buffer; length: number } {
  const output = Buffer.allocUnsafe(lines.length + CRLF.length);
  let length = 0;
  let last = 0;
  // By index, because iterating over a buffer takes ten times as long.
  for (let index = 0; index < lines.length; index += 1) {
    let octet = lines[index] ?? 0;
    if (octet === TAB) octet = SPACE;
    // The space that was written before is removed.
    if (last === SPACE && (octet === SPACE || octet === CR)) length -= 1;
    output[length++] = octet;
    last = octet;
  }
  return { output, length };
}

function isWhiteSpace(octet: number | undefined): boolean {
  return octet === CR || octet === LF || octet === SPACE || octet === TAB;
}

/** True for lines that need no change, such as base64 (most of a large message): three native searches are enough. */
function hasCanonicalLines(lines: Buffer): boolean {
  return !lines.includes('\t') && !lines.includes('  ') && !lines.includes(' \r');
}
