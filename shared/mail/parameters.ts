// Parameters of header fields that hold free text: the name of a file. Short plain names stand in quotes; all others
// are percent-encoded UTF-8 in numbered pieces (RFC 2231), which every reader of today knows.
import { encodeWords } from './encoded-words.ts';

/** A name that stands for itself: `"` and `\` would have to be escaped, which not all readers undo. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,50}$/;
/** RFC 5987 attr-char, which are also those of RFC 2231. */
const NOT_ATTR_CHAR = /[^A-Za-z0-9!#$&+.^_`|~-]/gu;
/** So that a piece with its name, number and `;` fits on a line of 76. */
const PIECE_LENGTH = 50;

/** The tokens of a parameter with this text, each but the last with its `;`. */
export function textParameter(name: string, text: string): string[] {
  if (isPlain(text)) return [`${name}="${text}"`];
  const pieces = cut(percentEncode(text));
  if (pieces.length === 1) return [`${name}*=utf-8''${pieces[0]}`];
  return pieces.map((piece, index) => {
    const charset = index === 0 ? "utf-8''" : '';
    return `${name}*${index}*=${charset}${piece}${index === pieces.length - 1 ? '' : ';'}`;
  });
}

/**
 * The same for readers that know RFC 2231 too little (`name` of Content-Type): encoded words in quotes, which no RFC
 * allows and all such readers decode.
 */
export function encodedWordParameter(name: string, text: string): string[] {
  if (isPlain(text)) return [`${name}="${text}"`];
  const words = encodeWords(text, PIECE_LENGTH);
  const [first = '', ...others] = words;
  if (others.length === 0) return [`${name}="${first}"`];
  return [`${name}="${first}`, ...others.slice(0, -1), `${others.at(-1)}"`];
}

/** Text in UTF-8 with everything but letters and harmless signs as %XX. */
export function percentEncode(text: string): string {
  return text.replace(NOT_ATTR_CHAR, (character) =>
    Array.from(
      Buffer.from(character),
      (octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );
}

function isPlain(text: string): boolean {
  return PLAIN.test(text) && !text.includes('=?');
}

/** Never within a %XX. */
function cut(encoded: string): string[] {
  return encoded.match(new RegExp(`(?:%..|[^%]){1,${PIECE_LENGTH / 3}}`, 'g')) ?? [''];
}
