// Quoted-printable encoder (RFC 2045 §6.7): for text that is mostly ASCII, in lines of at most 76 characters of 7 bits.
// Most html mail passes here, and so does hostile input: when each line was a string of its own, ten megabytes of line
// breaks took 70 bytes of memory per line. So it is one pass over the octets that writes into one buffer.

/** RFC 2045 §6.7 (5). */
const LINE_MAX_LENGTH = 76;
const ESCAPE_LENGTH = '=3D'.length;
/** Longest output of one octet: a soft line break and an escape. */
const WRITTEN_MAX_LENGTH = '=\r\n=3D'.length;
/** Initial size of the output. Html is mostly ASCII, and its output is about a tenth larger. */
const USUAL_GROWTH = 1.25;
const CR = 0x0d;
const LF = 0x0a;
const EQUALS = 0x3d;
const SPACE = 0x20;
const HEX_DIGITS = Buffer.from('0123456789ABCDEF');

const LITERAL = 0;
/** Space or tab: servers may remove it at the end of a line. */
const BLANK = 1;
const LINE_BREAK = 2;
/** The state after which `From ` may follow. */
const LETTER_F = 3;
/** An equals sign, or an octet outside of printable ASCII. */
const UNSAFE = 4;
const KIND_OF = Uint8Array.from({ length: 256 }, (_, octet) => {
  if (octet === CR || octet === LF) return LINE_BREAK;
  if (octet === SPACE || octet === 0x09) return BLANK;
  if (octet === 0x46) return LETTER_F;
  return octet === EQUALS || octet < SPACE || octet > 0x7e ? UNSAFE : LITERAL;
});

/** Encodes octets. Each CRLF, bare CR and bare LF becomes a line break (CRLF). */
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

/** Writes lines of limited length into a growing buffer. */
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

  /** Adds a soft line break if the octet does not fit on the line. A line may end with exactly 76 characters. */
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
 * White space is escaped only at the end of a line. The F of "From " is always escaped: at the start of a line it
 * begins a message in mbox files (RFC 2049 §3), and a soft line break may move any word to the start of a line.
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
