// Reads a short JSON string, such as the name of a field, from the bytes between its quotes. Names may be written with
// escapes: `\\u0061ttachments`.

/** The longest escape of a character, `\\u0061`. */
export const ESCAPE_MAX_BYTES = 6;

/** @returns the text, in which only ASCII is decoded; undefined if it has an invalid escape */
export function unescapeText(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}
