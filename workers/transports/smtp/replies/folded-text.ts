// Normalizes a text for the search of secrets that a server echoes: removes or unifies what an echo may change, i.e.
// case, white space, line folding, backslashes, the URL alphabet of base64, and `%41`. It works on bytes, as base64
// does, and remembers the origin of each of them.

const ESCAPE = '%'.charCodeAt(0);
/** The normalized letter of each byte; empty: the byte is ignored. */
const LETTERS: readonly string[] = Array.from({ length: 256 }, (_, octet) =>
  foldLetter(String.fromCharCode(octet)),
);

function foldLetter(letter: string): string {
  if (' \t\r\n\\'.includes(letter)) return '';
  return letter
    .replace('-', '+')
    .replace('_', '/')
    .replace(/[A-Z]/, (capital) => capital.toLowerCase());
}

/** A normalized text to search, with the positions of its characters in the bytes of the original. */
export interface Folded {
  /** One character per byte. */
  text: string;
  /** The start of each character. */
  begins: readonly number[];
  /** The end of each character. */
  ends: readonly number[];
}

/** Normalizes a text. */
export function fold(whole: string): Folded {
  const octets = Buffer.from(whole);
  // Ignored bytes are removed first, because an escape may be folded over lines, too.
  const places: number[] = [];
  for (let at = 0; at < octets.length; at += 1) if (LETTERS[octets[at] ?? 0] !== '') places.push(at);
  const begins: number[] = [];
  const ends: number[] = [];
  let text = '';
  for (let index = 0; index < places.length; index += 1) {
    const begin = places[index] ?? 0;
    const escaped = octets[begin] === ESCAPE ? readEscaped(octets, places, index) : undefined;
    if (escaped !== undefined) index += 2;
    const letter = LETTERS[escaped ?? octets[begin] ?? 0] ?? '';
    if (letter === '') continue;
    text += letter;
    begins.push(begin);
    ends.push((places[index] ?? 0) + 1);
  }
  return { text, begins, ends };
}

/** The byte of an escape; undefined if it is not an escape. */
function readEscaped(octets: Buffer, places: readonly number[], index: number): number | undefined {
  const digits = String.fromCharCode(...[1, 2].map((next) => octets[places[index + next] ?? -1] ?? 0));
  return /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}
