// Decodes octets to text: by the charset that they declare if they are valid in it, else by the best guess. A decoder
// that replaces octets which it cannot read (U+FFFD) loses them permanently and silently.
// @ts-check
import { isAscii, isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';
import iconv from 'iconv-lite';

/** Loaded on demand, because it takes 70 MB, and few messages need it. @type {() => typeof import('jschardet')} */
const loadDetector = () => createRequire(import.meta.url)('jschardet');

/** They say no more than that the octets are text: ASCII, and UTF-8 has it. */
const SAY_NOTHING =
  /^(?:utf-?8|unicode-1-1-utf-8|(?:us-)?ascii|ansi_x3\.4-1968|(?:x-)?unknown(?:-8bit)?|default|7bit|8bit|binary)?$/;
/** Text in them can pass a filter as other text, or they are not charsets. */
const REFUSED = /^(?:(?:x-|cs)?unicode-?1-?1)?-?utf-?7(?:-?imap)?$|^base64$|^hex$/;
/** iconv-lite finds out in which order their octets are. */
const BY_ICONV = /^(?:utf-?(?:16|32)|ucs-?[24])/;
/**
 * The charset that browsers and mail clients call ISO-8859-1. Node decodes some of its octets in another way in some
 * versions.
 */
const WINDOWS_1252 = 'windows-1252';
const OF_WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/** The detector's names that a TextDecoder does not know. @type {Record<string, string>} */
const SAME_AS = { cp932: 'shift_jis', cp949: 'euc-kr' };
/**
 * The part of a text that the detector reads, from a little before the first octet that is not ASCII: it takes a
 * millisecond for 4 KB.
 */
const DETECTED_BYTES = 4_096;
const BEFORE_FIRST = 64;
/** Most detections per message; later texts are read as windows-1252. Ordinary mail needs one. */
const DETECTIONS_MAX = 20;
/** Octets in UTF-8 that are none. */
const STRAY_MAX = 1_000;
const MARKS_OF_UTF16 = new Set(['\xff\xfe', '\xfe\xff']);
/** About 0.6 of the octets of Chinese in UTF-16 are printable in ASCII. */
const WORDS_SHARE = 0.85;
const ESCAPE = 0x1b;

/** The charsets of one message. */
export class Charsets {
  /** The charset of its texts, for parts without a charset of their own. @type {string | null} */
  usual = null;
  #detected = '';
  #detections = 0;

  /**
   * Finds the usual charset of the message: what its texts declare, else what they look like.
   * @param {readonly { octets: Buffer, charsets: readonly (string | null)[] }[]} texts with the declared charsets of
   * each
   */
  learn(texts) {
    const said = texts
      .flatMap(({ charsets }) => charsets)
      .find((charset) => charset && !saysNothing(charset));
    const unsaid = said ? undefined : texts.find(({ octets }) => !isUtf8(octets));
    if (unsaid) this.#detect(unsaid.octets);
    this.usual = said ?? (unsaid && this.#detected) ?? null;
  }

  /**
   * @param {Buffer} octets
   * @param {string | null} declared
   * @param {string | null} [likely] what else speaks for a charset
   * @returns {{ text: string, isGuessed: boolean }} guessed: not by the declared charset
   */
  decode(octets, declared, likely = null) {
    const text = decodeDeclared(octets, declared);
    return text === undefined
      ? { text: this.#guess(octets, likely), isGuessed: true }
      : { text, isGuessed: false };
  }

  /**
   * @param {Buffer} octets
   * @param {string | null} likely
   */
  #guess(octets, likely) {
    const marked = MARKS_OF_UTF16.has(octets.toString('latin1', 0, 2))
      ? decodeBy('utf-16', octets)
      : undefined;
    const likelyText = marked ?? decodeByHint(likely, octets) ?? decodeMostlyUtf8(octets);
    return likelyText ?? decodeByHint(this.usual, octets) ?? this.#detect(octets) ?? fromWindows1252(octets);
  }

  /** @param {Buffer} octets */
  #detect(octets) {
    this.#detections += 1;
    if (this.#detections > DETECTIONS_MAX) return undefined;
    const first = Math.max(0, octets.findIndex((octet) => octet >= 0x80) - BEFORE_FIRST);
    const found = loadDetector().detectAll(octets.subarray(first, first + DETECTED_BYTES));
    for (const { encoding } of found) {
      const name = (encoding ?? '').toLowerCase();
      const charset = SAME_AS[name] ?? name;
      const text = isKnown(charset) ? decodeByHint(charset, octets) : undefined;
      if (text === undefined) continue;
      this.#detected = charset;
      return text;
    }
    return undefined;
  }
}

/**
 * Octets without a declared charset are UTF-8 if they can be: text in another charset is not valid UTF-8 by chance.
 * @param {Buffer} octets
 * @param {string | null} declared
 */
function decodeDeclared(octets, declared) {
  if (!saysNothing(declared)) return decodeBy(declared ?? '', octets);
  if (!isUtf8(octets)) return undefined;
  // To a program that does not know ISO 2022, it is ASCII.
  const isEscaped = octets.includes(ESCAPE) && isAscii(octets);
  return (isEscaped ? decodeBy('iso-2022-jp', octets) : undefined) ?? withoutMark(octets.toString());
}

/**
 * @param {string} charset
 * @param {Buffer} octets
 * @returns {string | undefined} undefined: it is not known, or the octets are not valid in it
 */
function decodeBy(charset, octets) {
  const name = charset.trim().toLowerCase();
  if (name === '' || REFUSED.test(name)) return undefined;
  if (saysNothing(name)) return isUtf8(octets) ? withoutMark(octets.toString()) : undefined;
  if (isKnown(name) && !BY_ICONV.test(name)) {
    try {
      const decoder = new TextDecoder(name, { fatal: true });
      return decoder.encoding === WINDOWS_1252 ? fromWindows1252(octets) : decoder.decode(octets);
    } catch {
      return undefined;
    }
  }
  if (!iconv.encodingExists(name) || (BY_ICONV.test(name) && areWords(octets))) return undefined;
  const text = iconv.decode(octets, name);
  return text.includes('\ufffd') ? undefined : text;
}

/**
 * Words in ASCII, which in UTF-16 would be characters of the far east.
 * @param {Buffer} octets
 */
function areWords(octets) {
  if (octets.includes(0) || !octets.includes(' ')) return false;
  const printable =
    octets
      .toString('latin1')
      .match(/[\t\r\n -~]+/g)
      ?.join('').length ?? 0;
  return printable > octets.length * WORDS_SHARE;
}

/**
 * @param {string | null} charset
 * @param {Buffer} octets
 */
function decodeByHint(charset, octets) {
  // Nearly all octets could be UTF-16, so a hint proves nothing.
  return charset === null || BY_ICONV.test(charset.toLowerCase()) ? undefined : decodeBy(charset, octets);
}

/** @param {string} charset */
function isKnown(charset) {
  try {
    return new TextDecoder(charset) !== undefined;
  } catch {
    return false;
  }
}

/** @param {string | null} charset */
function saysNothing(charset) {
  return SAY_NOTHING.test((charset ?? '').trim().toLowerCase());
}

/** @param {Buffer} octets */
function fromWindows1252(octets) {
  return octets
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (octet) => OF_WINDOWS_1252[octet.charCodeAt(0) - 0x80] ?? octet);
}

/**
 * UTF-8, perhaps with a few octets of something else, such as a name that a program put into a text.
 * @param {Buffer} octets
 * @returns {string | undefined} undefined: there are more others than characters of UTF-8, or too many
 */
function decodeMostlyUtf8(octets) {
  const output = Buffer.allocUnsafe(octets.length + STRAY_MAX * Buffer.byteLength('€'));
  let length = 0;
  let longer = 0;
  let strays = 0;
  for (let at = 0; at < octets.length && strays < STRAY_MAX; ) {
    const size = sizeOfCharacter(octets, at);
    if (size === 0) {
      strays += 1;
      length += output.write(fromWindows1252(octets.subarray(at, at + 1)), length);
    } else length += octets.copy(output, length, at, at + size);
    if (size > 1) longer += 1;
    at += size || 1;
  }
  return strays === 0 || (longer > strays && strays < STRAY_MAX)
    ? output.toString('utf8', 0, length)
    : undefined;
}

/**
 * The size of a character in UTF-8, in octets; 0: there is none.
 * @param {Buffer} octets
 * @param {number} at
 */
function sizeOfCharacter(octets, at) {
  const first = octets[at] ?? 0;
  if (first < 0x80) return 1;
  const size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return isUtf8(octets.subarray(at, at + size)) ? size : 0;
}

/** @param {string} text */
function withoutMark(text) {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
