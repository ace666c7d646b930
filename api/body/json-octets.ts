// The octets of JSON's own characters (RFC 8259 §2), and the end of a text, for code that reads a body as bytes while it
// arrives.

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const COLON = 0x3a;
export const COMMA = 0x2c;

/** How far a text reaches in a piece of a body. */
export interface TextEnd {
  /** The position of its closing quote, or the end of the piece. */
  at: number;
  /** True: the text ended with its quote. False: the piece ended first. */
  isClosed: boolean;
  /** The piece ended with a backslash that escapes the first byte of the next one. */
  isEscaped: boolean;
}

/**
 * Finds the end of a text.
 * @param start where the text begins or continues
 * @param isEscaped whether the piece before ended with a backslash that escapes the first byte
 */
export function endOfText(piece: Buffer, start: number, isEscaped: boolean): TextEnd {
  if (start === piece.length) return { at: start, isClosed: false, isEscaped };
  const first = isEscaped ? start + 1 : start;
  for (let from = first; ; ) {
    const quote = piece.indexOf(QUOTE, from);
    const at = quote < 0 ? piece.length : quote;
    const escapesNext = backslashesBefore(piece, at, first) % 2 === 1;
    if (quote < 0) return { at, isClosed: false, isEscaped: escapesNext };
    if (!escapesNext) return { at, isClosed: true, isEscaped: false };
    from = quote + 1;
  }
}

/** How many backslashes are directly before a position: of a pair, the first one escapes the second one. */
export function backslashesBefore(bytes: Buffer, position: number, first = 0): number {
  let start = position;
  while (start > first && bytes[start - 1] === BACKSLASH) start -= 1;
  return position - start;
}
