// The texts of a message, which are read at its end: what one part says of its charset is the best guess for another.
// @ts-check
import libmime from 'libmime';
import { createTransferDecoder } from './transfer-decoders.js';

/** @import { MimeNode } from '@zone-eu/mailsplit' */
/** @import { Charsets } from './charsets.js' */
/** @import { TransferDecoder } from './transfer-decoders.js' */

/** The size of all html parts together, and of all other texts, as sent. Ten thousand pages of text have 20 MB. */
const TEXT_MAX_BYTES = 10 * 1024 * 1024;
/**
 * The part of html that declares its charset (https://html.spec.whatwg.org/multipage/semantics.html#charset): its first
 * kilobyte.
 */
const META_MAX_BYTES = 4_096;
const META = /<meta\s[^>]{0,500}charset\s*=\s*["']?\s*([\w:.-]+)/i;

/** A text, as far as it has arrived. */
export class MessageText {
  /** @type {Buffer[]} */
  #octets = [];
  #decoder;
  #left;

  /**
   * @param {MimeNode} node
   * @param {TextBounds} left
   * @param {TransferDecoder} decoder
   */
  constructor(node, left, decoder = createTransferDecoder(node.encoding)) {
    this.#decoder = decoder;
    this.#left = left;
    this.isHtml = node.contentType === 'text/html';
    this.isFlowed = node.flowed;
    this.deletesSpace = node.delSp;
    this.charset = node.charset || null;
  }

  /** @param {Buffer} bytes as sent */
  write(bytes) {
    this.#octets.push(this.#decoder.write(this.#left.take(bytes, this.isHtml)));
  }

  get hasOthers() {
    return this.#decoder.hasOthers;
  }

  octets() {
    return Buffer.concat([...this.#octets, this.#decoder.end()]);
  }
}

/** The limits of the texts of a message, as sent. */
export class TextBounds {
  #html = TEXT_MAX_BYTES;
  #other = TEXT_MAX_BYTES;
  areExceeded = false;

  /**
   * @param {Buffer} bytes
   * @param {boolean} isHtml
   * @returns the part that may be stored
   */
  take(bytes, isHtml) {
    const left = isHtml ? this.#html : this.#other;
    if (bytes.length > left) this.areExceeded = true;
    const taken = bytes.subarray(0, left);
    if (isHtml) this.#html -= taken.length;
    else this.#other -= taken.length;
    return taken;
  }
}

/**
 * @param {readonly MessageText[]} texts in the order of the message
 * @param {Charsets} charsets learns the usual one of the message
 */
export function readTexts(texts, charsets) {
  const read = texts.map((text) => {
    const octets = text.octets();
    return { text, octets, charsets: [text.charset, metaOf(text, octets)] };
  });
  charsets.learn(read);
  const decoded = read.map(({ text, octets, charsets: [declared = null, meta = null] }) => {
    const found = charsets.decode(octets, declared, meta);
    return { ...found, isHtml: text.isHtml, text: asLines(text, found.text) };
  });
  const joined = (/** @type {boolean} */ isHtml, /** @type {string} */ separator) =>
    decoded
      .flatMap((each) => (each.isHtml === isHtml && each.text !== '' ? [each.text] : []))
      .join(separator) || null;
  return {
    text: joined(false, '\n'),
    html: joined(true, '<br/>\n'),
    isGuessed: decoded.some(({ isGuessed }) => isGuessed),
  };
}

/**
 * @param {MessageText} text
 * @param {Buffer} octets
 */
function metaOf({ isHtml }, octets) {
  if (!isHtml) return null;
  return META.exec(octets.toString('latin1', 0, META_MAX_BYTES))?.[1] ?? null;
}

/**
 * @param {MessageText} text
 * @param {string} decoded
 */
function asLines({ isFlowed, deletesSpace }, decoded) {
  const lines = decoded.includes('\r') ? decoded.replace(/\r?\n/g, '\n') : decoded;
  // A space stays where lines of another depth follow (RFC 3676 §4.5); the one of a signature's separator is intended.
  return isFlowed
    ? libmime.decodeFlowed(lines, deletesSpace).replace(/^(?!-- $)(.*[^ \n]) +$/gm, '$1')
    : lines;
}
