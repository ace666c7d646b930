// Reads the content of a message as it arrives after DATA: finds its end, which is CRLF.CRLF and nothing else, removes
// the dots that the client stuffed (RFC 5321 §4.5.2), and notices a bare CR or LF. Servers that disagree about where a
// message ends let one message smuggle another (SMTP smuggling), so a message with a bare CR or LF is refused, never
// repaired. It looks at each byte once, whatever the bytes are: the library unstuffs one dot per turn of the event
// loop, 2.7 µs each, so that 96 MiB of lines `..` would take over a minute of CPU.

const LINE_START = 0;
const TEXT = 1;
const AFTER_CR = 2;
/** After a dot that begins a line. */
const AFTER_DOT = 3;
const AFTER_DOT_CR = 4;

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/** The content of a piece of the input. */
export interface ScannedPiece {
  /** Content without stuffed dots; it is the memory of the piece. Not to be used once a bare CR or LF was found. */
  content: Buffer;
  /** The bytes after the end of the message; undefined until the end has arrived. */
  rest: Buffer | undefined;
}

/** Scans the content of one message. */
export class DataScanner {
  /** Whether a CR without LF, or an LF without CR, has been found. */
  hasBareNewline = false;
  #state = LINE_START;

  /** Scans the next piece; its memory is reused for the content. */
  scan(piece: Buffer): ScannedPiece {
    const { length } = piece;
    let written = 0;
    let index = 0;
    while (index < length) {
      const end = this.#state === TEXT ? findNewline(piece, index) : index;
      // Without stuffed dots the content is where it was.
      if (written !== index && end > index) piece.copyWithin(written, index, end);
      written += end - index;
      index = end;
      if (index === length) break;
      const byte = piece[index] as number;
      index += 1;
      const state = this.#state;
      if (state === AFTER_DOT_CR && byte === LF) {
        return { content: piece.subarray(0, written), rest: piece.subarray(index) };
      }
      this.#state = this.#next(state, byte);
      // A dot that begins a line is stuffed, or ends the message: it is not content in either case.
      if (this.#state === AFTER_DOT || this.#state === AFTER_DOT_CR) continue;
      piece[written] = byte;
      written += 1;
    }
    return { content: piece.subarray(0, written), rest: undefined };
  }

  #next(state: number, byte: number): number {
    if (byte === LF) {
      if (state === AFTER_CR) return LINE_START;
      this.hasBareNewline = true;
      return TEXT;
    }
    // The CR before this byte had no LF.
    if (state === AFTER_CR || state === AFTER_DOT_CR) this.hasBareNewline = true;
    if (byte === CR) return state === AFTER_DOT ? AFTER_DOT_CR : AFTER_CR;
    return state === LINE_START && byte === DOT ? AFTER_DOT : TEXT;
  }
}

/** The next CR or LF, or the end. */
function findNewline(piece: Buffer, from: number): number {
  const { length } = piece;
  let index = from;
  while (index < length) {
    const byte = piece[index];
    if (byte === CR || byte === LF) break;
    index += 1;
  }
  return index;
}
