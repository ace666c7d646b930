// Reads a message that is kept as it arrived: its header, the DKIM hash of its body, and whether it needs 8BITMIME, in one
// pass over the stored octets. A second pass sends the body. Nothing of it is changed or decoded, because its body may be
// signed (RFC 1847 §2.1), and its header fields are octets that need not be UTF-8 (docs/architecture/kept-mail.md).
import { isAscii } from 'node:buffer';
import type { StreamedPiece } from '../attachment-part.ts';
import { RunningBodyHash } from '../dkim/dkim-body.ts';
import { UnsendableMessageError, wholeLines } from '../encodings/whole-lines.ts';
import type { HeaderField } from '../header-fields.ts';

/** A message that is kept, without the fields that we add. */
export interface OpenedMessage {
  /** Whole lines, without the empty line that follows. */
  header: Buffer;
  /** Its fields, in their order. A character is an octet (latin1). */
  fields: HeaderField[];
  /** The body hash of DKIM with relaxed canonicalization, in base64. */
  bodyHash: string;
  /** Whole lines: a small body, or the tail that reads it again. */
  body: Buffer | StreamedPiece;
  /** An octet of it is above 127: it is sent to a server with 8BITMIME or not at all (RFC 6152 §3). */
  isEightBit: boolean;
}

/** Reads the stored octets, in pieces of any size. Called for each pass. */
export type ReadKept = () => AsyncIterable<Buffer>;

/** Acceptance takes no larger one. It is in memory as a whole. */
const HEADER_MAX_BYTES = 1024 * 1024;
/** A smaller body stays in memory, so that a message of some kilobytes is read once. */
const BODY_IN_MEMORY_BYTES = 256 * 1024;
const CR = 0x0d;
const LF = 0x0a;
const EMPTY_LINE = '\r\n';
/** RFC 5322 §2.2; before the colon there may be white space (RFC 5322 §4.5). */
const FIELD = /^([\x21-\x39\x3b-\x7e]+)[ \t]*:/;

/**
 * Opens a message for sending.
 * @throws UnsendableMessageError when it has a line break that is not CRLF, a header over 1 MiB or a line over 1 MiB
 */
export async function openKeptMessage(read: ReadKept): Promise<OpenedMessage> {
  const reading = new Reading();
  for await (const lines of wholeLines(read())) reading.take(lines);
  return reading.end(read);
}

/** The first pass. */
class Reading {
  #header: Buffer = Buffer.alloc(0);
  #isHeaderEnded = false;
  readonly #hash = new RunningBodyHash();
  #bodySize = 0;
  /** Pieces of the body while it is small. */
  #body: Buffer[] = [];
  #isEightBit = false;

  take(lines: Buffer): void {
    if (!hasOnlyCrlf(lines))
      throw new UnsendableMessageError('The message has a line break that is not CRLF.');
    this.#isEightBit ||= !isAscii(lines);
    const body = this.#isHeaderEnded ? lines : this.#takeHeader(lines);
    this.#hash.update(body);
    this.#bodySize += body.length;
    if (this.#bodySize <= BODY_IN_MEMORY_BYTES) this.#body.push(body);
    else this.#body = [];
  }

  end(read: ReadKept): OpenedMessage {
    const header = this.#header;
    const size = this.#bodySize;
    const start = header.length + EMPTY_LINE.length;
    const tail = { size, read: () => wholeLines(skip(read(), start)) };
    return {
      header,
      fields: parseFields(header.toString('latin1')),
      bodyHash: this.#hash.digest(),
      body: size <= BODY_IN_MEMORY_BYTES ? Buffer.concat(this.#body) : tail,
      isEightBit: this.#isEightBit,
    };
  }

  /** @returns the lines after the header */
  #takeHeader(lines: Buffer): Buffer {
    const joined = Buffer.concat([this.#header, lines]);
    const end = findEmptyLine(joined);
    this.#header = joined.subarray(0, end ?? joined.length);
    if (this.#header.length > HEADER_MAX_BYTES)
      throw new UnsendableMessageError('The message has a header of more than 1 MiB.');
    if (end === undefined) return Buffer.alloc(0);
    this.#isHeaderEnded = true;
    return joined.subarray(end + EMPTY_LINE.length);
  }
}

function findEmptyLine(lines: Buffer): number | undefined {
  if (lines[0] === CR) return 0;
  const at = lines.indexOf('\r\n\r\n');
  return at === -1 ? undefined : at + '\r\n'.length;
}

/** In whole lines each CR must precede the LF of a line break, and each LF follows a CR: so their numbers are equal. */
function hasOnlyCrlf(lines: Buffer): boolean {
  let breaks = 0;
  for (let at = lines.indexOf(LF); at !== -1; at = lines.indexOf(LF, at + 1)) {
    if (lines[at - 1] !== CR) return false;
    breaks += 1;
  }
  for (let at = lines.indexOf(CR); at !== -1; at = lines.indexOf(CR, at + 1)) breaks -= 1;
  return breaks === 0;
}

/** Lines that are not field are left out: nothing is signed of them. */
function parseFields(header: string): HeaderField[] {
  const fields: HeaderField[] = [];
  for (const line of header.split('\r\n')) {
    const last = fields.at(-1);
    const [beginning, name] = FIELD.exec(line) ?? [];
    if (last && /^[ \t]/.test(line)) last.value += `\r\n${line}`;
    // A line without a name ends the field before it.
    else
      fields.push({ name: name ?? '', value: beginning === undefined ? '' : line.slice(beginning.length) });
  }
  return fields.filter(({ name }) => name !== '');
}

async function* skip(pieces: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const octets of pieces) {
    if (left < octets.length) yield octets.subarray(left);
    left = Math.max(left - octets.length, 0);
  }
}
