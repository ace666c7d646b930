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
const AROUND = 16;
const OCTETS_BEFORE = (AROUND / CHARACTERS_OF_GROUP) * BYTES_OF_GROUP;
/** More than any address has with what follows it. One window may be a list of thousands of them. */
const OCTETS_AFTER = 1_024;
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

/** Groups of an encoded text in which addresses may begin, at any place of a group. */
interface Window {
  begin: number;
  end: number;
  groups: number[];
}

/**
 * Replaces an address in base64. Nothing else changes: only the groups that have it are encoded again, and the
 * replacement has as many octets more or fewer as whole groups have.
 * @param pattern base64Pattern of the address, with the flag `g`
 * @param address finds it in a decoded text, with the flag `y`: not a part of a longer one
 */
export function replaceInBase64(text: string, pattern: RegExp, address: RegExp, replacement: string): string {
  let result = '';
  let done = 0;
  for (const { begin, end, groups } of findWindows(text, pattern)) {
    const before = decode(
      /(?:[A-Za-z0-9+/_-]{4}){0,4}$/.exec(text.slice(Math.max(done, begin - AROUND), begin))?.[0],
    );
    const encoded = text.slice(begin, end);
    const own = decode(encoded);
    const all = Buffer.concat([before, own, decode(RUN.exec(text.slice(end, end + AROUND))?.[0])]);
    const places = groups.flatMap((group) =>
      PLACES.map((place) => ((group - begin) / CHARACTERS_OF_GROUP) * BYTES_OF_GROUP + place),
    );
    const replaced: Buffer[] = [];
    let from = 0;
    for (const place of places) {
      const length = lengthOfAddress(all, before.length + place, address);
      if (length === undefined || place < from) continue;
      replaced.push(own.subarray(from, place), padded(replacement, length));
      from = place + length;
    }
    replaced.push(own.subarray(from));
    const alphabet = /[-_]/.test(encoded) ? 'base64url' : 'base64';
    const again = Buffer.concat(replaced).toString(alphabet).replace(/=+$/, '');
    result += text.slice(done, begin) + (from === 0 ? encoded : again);
    done = end;
  }
  return result + text.slice(done);
}

/** Addresses that share a group are in one window. */
function findWindows(text: string, pattern: RegExp): Window[] {
  const windows: Window[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { index, 0: found } = match;
    pattern.lastIndex = index + CHARACTERS_OF_GROUP;
    const groups = Math.ceil(found.length / CHARACTERS_OF_GROUP) * CHARACTERS_OF_GROUP;
    const end = index + (RUN.exec(text.slice(index, index + groups))?.[0].length ?? 0);
    const last = windows.at(-1);
    if (!last || index >= last.end) windows.push({ begin: index, end, groups: [index] });
    else if ((index - last.begin) % CHARACTERS_OF_GROUP === 0) {
      last.groups.push(index);
      last.end = Math.max(last.end, end);
    }
  }
  return windows;
}

function decode(encoded = ''): Buffer {
  return Buffer.from(encoded, 'base64');
}

/** Counts the octets of the address at a place; anything but text around it, such as the path of a URL, ends it. */
function lengthOfAddress(octets: Buffer, at: number, address: RegExp): number | undefined {
  const before = octets.subarray(Math.max(0, at - OCTETS_BEFORE), at).toString();
  address.lastIndex = before.length;
  const found = address.exec(before + octets.subarray(at, at + OCTETS_AFTER).toString())?.[0];
  return found === undefined ? undefined : Buffer.byteLength(found);
}

function padded(replacement: string, length: number): Buffer {
  const missing = (BYTES_OF_GROUP + ((length - replacement.length) % BYTES_OF_GROUP)) % BYTES_OF_GROUP;
  return Buffer.from('0'.repeat(missing) + replacement);
}
