// An address inside base64 (RFC 4648), such as the parameter of a link: in either alphabet, at any of the three places
// where a text can begin within a group of four characters, in any letter case. As the letter case of ASCII is one bit
// of a byte, each character of the encoded text has a few possible values.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BITS_OF_CHARACTER = 6;
const BITS_OF_BYTE = 8;
const CASE_BIT = 2;
const PLACES = [0, 1, 2];
const CHARACTERS_OF_GROUP = 4;
const BYTES_OF_GROUP = 3;
/** Characters before and after it that are decoded too, to see whether it is a part of a longer one. */
const AROUND = 64;
const RUN = /^[A-Za-z0-9+/_-]*/;

/** The source of a regular expression that finds a text in base64; its letter case counts. */
export function base64Pattern(text: string): string {
  const bits = Array.from(Buffer.from(text), bitsOf).join('');
  return `(?:${PLACES.map((place) => encodedBits('?'.repeat(place * BITS_OF_BYTE) + bits)).join('|')})`;
}

/** The bits of a byte; `?`: either value. */
function bitsOf(byte: number): string {
  const bits = byte.toString(2).padStart(BITS_OF_BYTE, '0');
  const isLetter = /[A-Za-z]/.test(String.fromCharCode(byte));
  return isLetter ? `${bits.slice(0, CASE_BIT)}?${bits.slice(CASE_BIT + 1)}` : bits;
}

function encodedBits(bits: string): string {
  const characters = bits.match(/.{1,6}/g) ?? [];
  return characters.map((known) => classOf(known.padEnd(BITS_OF_CHARACTER, '?'))).join('');
}

/** The characters that have these bits. Those of the other alphabet are meant too. */
function classOf(known: string): string {
  if (/^\?+$/.test(known)) return '[A-Za-z0-9+/_-]';
  const fits = (value: number) => {
    const bits = value.toString(2).padStart(BITS_OF_CHARACTER, '0');
    return [...known].every((bit, index) => bit === '?' || bit === bits[index]);
  };
  const characters = [...ALPHABET].filter((_, value) => fits(value)).join('');
  return `[${characters.replace('+', '+\\-').replace('/', '/_')}]`;
}

/**
 * Replaces an address in base64. All else stays as it is, because the replacement takes as many characters more or fewer
 * as whole groups have.
 * @param pattern base64Pattern of the address, with the flag `g`
 * @param address what the address is in the decoded bytes, read as Latin-1, with the flag `y`: not a part of a longer one
 */
export function replaceInBase64(text: string, pattern: RegExp, address: RegExp, replacement: string): string {
  let result = '';
  let done = 0;
  for (const { index, 0: match } of text.matchAll(pattern)) {
    const begin = index - groupsBefore(text.slice(Math.max(done, index - AROUND), index));
    const run = RUN.exec(text.slice(begin, index + match.length + AROUND))?.[0] ?? '';
    const decoded = Buffer.from(run, 'base64').toString('latin1');
    const at = ((index - begin) / CHARACTERS_OF_GROUP) * BYTES_OF_GROUP;
    const replaced = PLACES.map((place) => replaceAt(decoded, at + place, address, replacement)).find(
      Boolean,
    );
    if (replaced === undefined) continue;
    const encoding = /[-_]/.test(run) ? 'base64url' : 'base64';
    const encoded = Buffer.from(replaced, 'latin1').toString(encoding).replace(/=+$/, '');
    result += text.slice(done, begin) + encoded;
    done = begin + run.length;
  }
  return result + text.slice(done);
}

/** Characters of the whole groups at the end of a text. */
function groupsBefore(text: string): number {
  const { length } = /[A-Za-z0-9+/_-]*$/.exec(text)?.[0] ?? '';
  return length - (length % CHARACTERS_OF_GROUP);
}

/** @returns undefined when there is no address at this place */
function replaceAt(decoded: string, at: number, address: RegExp, replacement: string): string | undefined {
  address.lastIndex = at;
  const found = address.exec(decoded)?.[0];
  if (found === undefined) return undefined;
  const missing = (BYTES_OF_GROUP + ((found.length - replacement.length) % BYTES_OF_GROUP)) % BYTES_OF_GROUP;
  return decoded.slice(0, at) + '0'.repeat(missing) + replacement + decoded.slice(at + found.length);
}
