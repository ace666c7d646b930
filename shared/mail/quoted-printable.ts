// Quoted-printable (RFC 2045 §6.7): text that is mostly ASCII in lines of at most 76 characters of 7 bits. Most html
// mail passes through here, and so does whatever a hostile author thinks of: ten megabytes of line breaks took 70 bytes
// of memory a line when lines were texts of their own. So one pass over the octets writes into one buffer.

/** RFC 2045 §6.7 (5). */
const LINE_MAX_LENGTH = 76;
const ESCAPE_LENGTH = '=3D'.length;
/** The most that one octet writes: a soft line break and an escape. */
const WRITTEN_MAX_LENGTH = '=\r\n=3D'.length;
/** Html is mostly ASCII: its output is a tenth larger. */
const USUAL_GROWTH = 1.25;
const CR = 0x0d;
const LF = 0x0a;
const EQUALS = 0x3d;
const SPACE = 0x20;
const HEX_DIGITS = Buffer.from('0123456789ABCDEF');

const LITERAL = 0;
/** Space or tab: gets lost at the end of a line. */
const BLANK = 1;
const LINE_BREAK = 2;
/** It may begin `From `. */
const LETTER_F = 3;
/** An equals sign, or outside of printable ASCII. */
const UNSAFE = 4;
const KIND_OF = Uint8Array.from({ length: 256 }, (_, octet) => {
  if (octet === CR || octet === LF) return LINE_BREAK;
  if (octet === SPACE || octet === 0x09) return BLANK;
  if (octet === 0x46) return LETTER_F;
  return octet === EQUALS || octet < SPACE || octet > 0x7e ? UNSAFE : LITERAL;
});

/** Encodes octets; each CRLF, bare CR and bare LF in them becomes a line break. */
export function encodeQuotedPrintable(octets: Buffer): Buffer {
  const lines = new LineWriter(octets.length);
  for (let at = 0; at < octets.length; at += 1) {
    const octet = octets[at] as number;
    const kind = KIND_OF[octet] as number;
    if (kind === LINE_BREAK) {
      if (octet === CR && octets[at + 1] === LF) at += 1;
      lines.breakLine();
    } else if (kind === LITERAL || !mustEscape(octets, at, kind)) {
      lines.makeRoom(1, octets, at);
      lines.put(octet);
    } else {
      lines.makeRoom(ESCAPE_LENGTH, octets, at);
      lines.put(EQUALS);
      lines.put(HEX_DIGITS[octet >> 4] as number);
      lines.put(HEX_DIGITS[octet & 15] as number);
    }
  }
  return lines.written();
}

/** Writes lines that are short enough into a buffer that grows. */
class LineWriter {
  #output: Buffer;
  #length = 0;
  #column = 0;

  constructor(octets: number) {
    this.#output = Buffer.allocUnsafe(Math.ceil(octets * USUAL_GROWTH) + LINE_MAX_LENGTH);
  }

  put(character: number): void {
    this.#output[this.#length] = character;
    this.#length += 1;
  }

  breakLine(): void {
    if (this.#length + WRITTEN_MAX_LENGTH > this.#output.length) this.#enlarge();
    this.put(CR);
    this.put(LF);
    this.#column = 0;
  }

  /** Breaks the line softly where the octet does not fit. A line of exactly 76 characters needs no break. */
  makeRoom(width: number, octets: Buffer, at: number): void {
    if (this.#length + WRITTEN_MAX_LENGTH > this.#output.length) this.#enlarge();
    const end = this.#column + width;
    this.#column = end;
    if (end < LINE_MAX_LENGTH || (end === LINE_MAX_LENGTH && endsLine(octets, at))) return;
    this.put(EQUALS);
    this.breakLine();
    this.#column = width;
  }

  written(): Buffer {
    return this.#output.subarray(0, this.#length);
  }

  #enlarge(): void {
    const larger = Buffer.allocUnsafe(this.#output.length * 2);
    this.#output.copy(larger);
    this.#output = larger;
  }
}

/**
 * White space only at the end of a line. "From " always: at the start of a line it marks a message in mailbox files
 * (RFC 2049 §3), and any word may come to stand there.
 */
function mustEscape(octets: Buffer, at: number, kind: number): boolean {
  if (kind === BLANK) return endsLine(octets, at);
  if (kind === UNSAFE) return true;
  return (
    octets[at + 1] === 0x72 && octets[at + 2] === 0x6f && octets[at + 3] === 0x6d && octets[at + 4] === SPACE
  );
}

function endsLine(octets: Buffer, at: number): boolean {
  const next = octets[at + 1];
  return next === undefined || next === CR || next === LF;
}
