// A text without what an echo may change in it: case, white space and where lines are folded, backslashes, the letters
// of base64 in URLs, and `%41`. It is made of octets, as base64 is, and remembers where each of them came from.

const ESCAPE = '%'.charCodeAt(0);
/** What each octet is taken for; empty: for nothing. */
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

/** A text to search, and the octets of the text as it was. */
export interface Folded {
  /** A character for each octet. */
  text: string;
  /** Where each character began. */
  begins: readonly number[];
  /** Where each character ended. */
  ends: readonly number[];
}

/** Folds a text. */
export function fold(whole: string): Folded {
  const octets = Buffer.from(whole);
  // Left out first, since an escape may be folded too.
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

/** The octet of an escape; undefined: it is none. */
function readEscaped(octets: Buffer, places: readonly number[], index: number): number | undefined {
  const digits = String.fromCharCode(...[1, 2].map((next) => octets[places[index + next] ?? -1] ?? 0));
  return /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}
