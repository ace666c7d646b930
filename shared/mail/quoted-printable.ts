// Quoted-printable (RFC 2045 §6.7): text that is mostly ASCII in lines of at most 76 characters of 7 bits. Written
// octet by octet into one buffer, because most html mail passes through here and a library's strings cost tenfold.

/** RFC 2045 §6.7 (5). */
const LINE_MAX_LENGTH = 76;
/** `=`, CR, LF. */
const SOFT_BREAK_LENGTH = 3;
/** `=` and two digits. */
const ESCAPE_LENGTH = 3;
const ESCAPES_ON_A_LINE = Math.floor((LINE_MAX_LENGTH - 1) / ESCAPE_LENGTH);
const HEX_DIGITS = Buffer.from('0123456789ABCDEF');

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const EQUALS = 0x3d;
const CAPITAL_F = 0x46;
const TILDE = 0x7e;

/** Encodes octets whose line breaks are all CRLF; these stay line breaks. */
export function encodeQuotedPrintable(octets: Buffer): Buffer {
  const lines = new QuotedPrintableLines(octets.length);
  // By index: iterating a buffer takes ten times as long.
  for (let index = 0; index < octets.length; index += 1) {
    const octet = octets[index] ?? 0;
    if (octet === CR || octet === LF) {
      lines.writeLineBreakOctet(octet);
    } else if (!isLiteral(octet) || (octet <= SPACE && endsLine(octets, index))) {
      lines.writeEscape(octet);
    } else if (octet === CAPITAL_F && lines.isAtLineStart && startsWithFrom(octets, index)) {
      // Mailbox files mark a message by "From " at the start of a line, so servers change it (RFC 2049 §3).
      lines.writeEscape(octet);
    } else {
      lines.writeLiteral(octet);
    }
  }
  return lines.finish();
}

/** The encoded lines; breaks them softly where they would grow too long. */
class QuotedPrintableLines {
  readonly #output: Buffer;
  #length = 0;
  #column = 0;

  constructor(octets: number) {
    const softBreaks = Math.ceil(octets / ESCAPES_ON_A_LINE);
    this.#output = Buffer.allocUnsafe(octets * ESCAPE_LENGTH + softBreaks * SOFT_BREAK_LENGTH);
  }

  /** True when the next character begins a line, be it behind a soft break. */
  get isAtLineStart(): boolean {
    return this.#column === 0 || this.#column === LINE_MAX_LENGTH - 1;
  }

  writeLineBreakOctet(octet: number): void {
    this.#write(octet);
    this.#column = 0;
  }

  writeLiteral(octet: number): void {
    this.#makeRoom(1);
    this.#write(octet);
    this.#column += 1;
  }

  writeEscape(octet: number): void {
    this.#makeRoom(ESCAPE_LENGTH);
    this.#write(EQUALS);
    this.#write(HEX_DIGITS[octet >> 4] ?? 0);
    this.#write(HEX_DIGITS[octet & 0x0f] ?? 0);
    this.#column += ESCAPE_LENGTH;
  }

  finish(): Buffer {
    return this.#output.subarray(0, this.#length);
  }

  /** One column stays free for the `=` of a soft break. */
  #makeRoom(width: number): void {
    if (this.#column + width < LINE_MAX_LENGTH) return;
    this.#write(EQUALS);
    this.#write(CR);
    this.#write(LF);
    this.#column = 0;
  }

  #write(octet: number): void {
    this.#output[this.#length] = octet;
    this.#length += 1;
  }
}

function isLiteral(octet: number): boolean {
  return octet === TAB || (octet >= SPACE && octet <= TILDE && octet !== EQUALS);
}

function endsLine(octets: Buffer, index: number): boolean {
  return index + 1 === octets.length || octets[index + 1] === CR;
}

function startsWithFrom(octets: Buffer, index: number): boolean {
  return octets.toString('latin1', index, index + 'From '.length) === 'From ';
}
