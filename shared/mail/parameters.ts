// MIME parameters with free text, such as the file name of an attachment. Short plain names are quoted; all others are
// percent-encoded UTF-8 in numbered pieces (RFC 2231), which all current mail clients can read.
import { encodeWords } from './encoded-words.ts';

/** A text that needs no encoding. `"` and `\` would need an escape, which not all mail clients undo. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,50}$/;
/** All characters but attr-char of RFC 5987, which are also those of RFC 2231. */
const NOT_ATTR_CHAR = /[^A-Za-z0-9!#$&+.^_`|~-]/gu;
/** A piece with its name, number and `;` must fit on a line of 76 characters. */
const PIECE_LENGTH = 50;

/** The tokens of a parameter; each but the last ends in `;`. */
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
 * The same for mail clients with poor support for RFC 2231 (`name` of Content-Type): encoded words in quotes. No RFC
 * allows them, but all of these clients decode them.
 */
export function encodedWordParameter(name: string, text: string): string[] {
  if (isPlain(text)) return [`${name}="${text}"`];
  const words = encodeWords(text, PIECE_LENGTH);
  const [first = '', ...others] = words;
  if (others.length === 0) return [`${name}="${first}"`];
  return [`${name}="${first}`, ...others.slice(0, -1), `${others.at(-1)}"`];
}

/** Encodes text as UTF-8 in which each octet is written as %XX, except those of attr-char (RFC 5987). */
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

/** Cuts into pieces, never inside a %XX. */
function cut(encoded: string): string[] {
  return encoded.match(new RegExp(`(?:%..|[^%]){1,${PIECE_LENGTH / 3}}`, 'g')) ?? [''];
}
