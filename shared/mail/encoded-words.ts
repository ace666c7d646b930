// Encoded words (RFC 2047): encode text outside of printable ASCII for header fields, which must stay 7-bit. A long
// text becomes several words. Mail clients join adjacent words, so a text may be split anywhere except inside a code
// point.

/** Longest encoded word (RFC 2047 §2). */
const WORD_MAX_LENGTH = 75;
/** `=?UTF-8?Q?` and `?=`. */
const WRAPPING_LENGTH = 12;
/** Characters that need no escape in Q encoding in any field, display names included (RFC 2047 §5 (3)). */
const Q_LITERAL = /^[A-Za-z0-9!*+/-]$/;

/** One of the two encodings of RFC 2047 §4. */
interface WordEncoding {
  letter: 'B' | 'Q';
  /** How much of the capacity one code point uses. */
  cost(character: string): number;
  /** The capacity of an encoded word with this many characters between its delimiters. */
  capacity(length: number): number;
  encode(text: string): string;
}

const Q_ENCODING: WordEncoding = {
  letter: 'Q',
  cost: (character) =>
    Q_LITERAL.test(character) || character === ' ' ? 1 : 3 * Buffer.byteLength(character),
  capacity: (length) => length,
  encode: (text) => Array.from(text, encodeForQ).join(''),
};

const B_ENCODING: WordEncoding = {
  letter: 'B',
  cost: (character) => Buffer.byteLength(character),
  capacity: (length) => Math.floor(length / 4) * 3,
  encode: (text) => Buffer.from(text).toString('base64'),
};

/**
 * Encodes a text as one or more encoded words. The caller joins them with a space or a folded line break.
 * @param firstMaxLength maximum length of the first word, which has less room because it follows the field's name
 */
export function encodeWords(text: string, firstMaxLength = WORD_MAX_LENGTH): string[] {
  const encoding = chooseEncoding(text);
  const words: string[] = [];
  let capacity = encoding.capacity(Math.min(firstMaxLength, WORD_MAX_LENGTH) - WRAPPING_LENGTH);
  let chunk = '';
  let used = 0;
  for (const character of text) {
    const cost = encoding.cost(character);
    if (used + cost > capacity && chunk !== '') {
      words.push(wrap(encoding, chunk));
      capacity = encoding.capacity(WORD_MAX_LENGTH - WRAPPING_LENGTH);
      chunk = '';
      used = 0;
    }
    chunk += character;
    used += cost;
  }
  if (chunk !== '') words.push(wrap(encoding, chunk));
  return words;
}

/** Q keeps Latin text readable in the source; for other scripts it would be more than twice as long as B. */
function chooseEncoding(text: string): WordEncoding {
  let qLength = 0;
  for (const character of text) qLength += Q_ENCODING.cost(character);
  return qLength <= Buffer.byteLength(text) * 2 ? Q_ENCODING : B_ENCODING;
}

function wrap({ letter, encode }: WordEncoding, chunk: string): string {
  return `=?UTF-8?${letter}?${encode(chunk)}?=`;
}

function encodeForQ(character: string): string {
  if (character === ' ') return '_';
  if (Q_LITERAL.test(character)) return character;
  return Array.from(Buffer.from(character), escapeOctet).join('');
}

function escapeOctet(octet: number): string {
  return `=${octet.toString(16).toUpperCase().padStart(2, '0')}`;
}
