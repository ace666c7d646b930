// The texts of header fields: octets that are not ASCII, which RFC 6532 allows in UTF-8 only, and encoded words (RFC 2047).
// @ts-check
import { decodeEscapes } from './transfer-decoders.js';

/** @import { Charsets } from './charsets.js' */

/** An encoded word, perhaps with a language (RFC 2231 §5). Octets in it that are not ASCII have its charset. */
const WORD = String.raw`=\?[^?*\s]{1,64}(?:\*[^?\s]*)?\?[BbQq]\?[^?]*\?=`;
const WORDS = new RegExp(WORD, 'g');
/** White space between two words is none of the text (RFC 2047 §6.2). */
const ROWS_OF_WORDS = new RegExp(`${WORD}(?:[ \\t\\r\\n]*${WORD})*`, 'g');
const IN_WORD = /^=\?([^?*]*)[^?]*\?(.)\?(.*)\?=$/s;
const NO_ASCII = /[^\0-\x7f]/;
/** No line of a header is longer; decoding takes time, and a text of a field is of a few lines. */
const DECODED_MAX_LENGTH = 256 * 1024;

/** Reads the header of one message. */
export class HeaderText {
  /** Whether octets were not read by the charset that was declared for them. */
  isGuessed = false;
  #charsets;

  /** @param {Charsets} charsets */
  constructor(charsets) {
    this.#charsets = charsets;
  }

  /**
   * The octets of a field as text; its encoded words stay, in ASCII.
   * @param {string} field in Latin-1
   */
  unicode(field) {
    if (!NO_ASCII.test(field)) return field;
    let end = 0;
    const pieces = [];
    for (const { index, 0: word } of field.matchAll(WORDS)) {
      pieces.push(this.#decode(Buffer.from(field.slice(end, index), 'latin1'), null), escapeOctets(word));
      end = index + word.length;
    }
    return pieces.join('') + this.#decode(Buffer.from(field.slice(end), 'latin1'), null);
  }

  /**
   * @param {string} text with encoded words
   */
  words(text) {
    if (!text.includes('=?') || text.length > DECODED_MAX_LENGTH) return text;
    return text.replace(ROWS_OF_WORDS, (row) => this.#decodeRow(row));
  }

  /**
   * A character may begin in one word and end in the next one, against RFC 2047 §5, so octets are joined before they are read.
   * @param {string} row
   */
  #decodeRow(row) {
    /** @type {string[]} */
    const texts = [];
    /** @type {{ charset: string, octets: Buffer[] }} */
    let joined = { charset: '', octets: [] };
    const finish = () => texts.push(this.#decode(Buffer.concat(joined.octets), joined.charset));
    for (const [word] of row.matchAll(WORDS)) {
      const [, charset = '', encoding = '', content = ''] = IN_WORD.exec(word) ?? [];
      if (joined.octets.length > 0 && joined.charset.toLowerCase() !== charset.toLowerCase()) {
        finish();
        joined = { charset, octets: [] };
      }
      joined.charset = charset;
      joined.octets.push(octetsOf(encoding, content));
    }
    finish();
    return texts.join('');
  }

  /**
   * @param {Buffer} octets
   * @param {string | null} charset
   */
  #decode(octets, charset) {
    const { text, isGuessed } = this.#charsets.decode(octets, charset);
    this.isGuessed ||= isGuessed;
    return text;
  }

  /**
   * A parameter in the form of RFC 2231, which may have numbered pieces.
   * @param {string} value of the field, in Latin-1
   * @param {string} name
   * @returns {string | undefined} undefined: it is absent, or in the plain form only
   */
  extendedParameter(value, name) {
    const pieces = [
      ...value.matchAll(new RegExp(`;\\s*${name}\\*(\\d{0,4})(\\*?)=("(?:[^"\\\\]|\\\\.)*"|[^;\\s]*)`, 'gi')),
    ]
      .map(([, number = '', star, written = '']) => ({
        number: Number(number),
        isEncoded: star !== '' || number === '',
        written,
      }))
      .sort((a, b) => a.number - b.number);
    if (pieces.length === 0) return undefined;
    const [, charset = '', first = ''] = /^([^']*)'[^']*'(.*)$/s.exec(pieces[0]?.written ?? '') ?? [];
    const octets = pieces.map(({ isEncoded, written }, place) => {
      const text = place === 0 && charset !== '' ? first : unquote(written);
      return isEncoded ? percentOctets(text) : Buffer.from(text, 'latin1');
    });
    return this.#decode(Buffer.concat(octets), charset || null);
  }
}

/**
 * @param {string} encoding
 * @param {string} content
 */
function octetsOf(encoding, content) {
  if (/b/i.test(encoding)) return Buffer.from(content, 'base64');
  return decodeEscapes(Buffer.from(content.replaceAll('_', ' '), 'latin1'));
}

/**
 * @param {string} word
 */
function escapeOctets(word) {
  return word.replace(/[^\0-\x7f]/g, (octet) => `=${octet.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** @param {string} text */
function percentOctets(text) {
  const octets = text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1');
}

/** @param {string} written */
function unquote(written) {
  return written.startsWith('"') ? written.slice(1, -1).replace(/\\(.)/gs, '$1') : written;
}
