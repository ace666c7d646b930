// Decodes a part of a message (RFC 2045 §6) piece by piece: the decoders of libraries hold a part as chunks, one
// buffer, several strings and a list of its escapes, which takes gigabytes for a file of 90 MB.
// @ts-check

/**
 * @typedef {object} TransferDecoder
 * @property {(bytes: Buffer) => Buffer} write
 * @property {() => Buffer} end
 * @property {boolean} hasOthers whether octets were left out, because the encoding has no such
 */

/** A line is decoded whole, since white space at its end has no meaning; a longer one is not a line of text. */
const LINE_MAX_LENGTH = 64 * 1024;
const LF = 0x0a;
const CR = 0x0d;
const EQUALS = 0x3d;

/**
 * @param {string | false} encoding Content-Transfer-Encoding
 * @returns {TransferDecoder}
 */
export function createTransferDecoder(encoding) {
  if (encoding === 'base64') return new Base64Decoder();
  if (encoding === 'quoted-printable') return new QuotedPrintableDecoder();
  return { write: (bytes) => bytes, end: () => Buffer.alloc(0), hasOthers: false };
}

class Base64Decoder {
  hasOthers = false;
  /** Less than four characters. */
  #rest = '';

  /** @param {Buffer} bytes */
  write(bytes) {
    const text = this.#rest + bytes.toString('latin1');
    this.hasOthers ||= /[^A-Za-z0-9+/=\s]|[^\s][ \t]+[^\s]/.test(text);
    // Characters after padding are decoded on their own: some programs join texts that were encoded separately.
    const units = text.replace(/[^A-Za-z0-9+/=]+/g, '').split(/=+/);
    const last = units.pop() ?? '';
    const end = last.length - (last.length % 4);
    this.#rest = last.slice(end);
    units.push(last.slice(0, end));
    return Buffer.concat(units.map((unit) => Buffer.from(unit, 'base64')));
  }

  end() {
    this.hasOthers ||= this.#rest.length === 1;
    return Buffer.from(this.#rest, 'base64');
  }
}

/** Invalid escapes stay as text. */
class QuotedPrintableDecoder {
  hasOthers = false;
  /** @type {Buffer} */
  #pending = Buffer.alloc(0);

  /** @param {Buffer} bytes */
  write(bytes) {
    const { decoded, rest } = decodeLines(Buffer.concat([this.#pending, bytes]));
    this.#pending = Buffer.from(rest);
    return decoded;
  }

  end() {
    return decodeLine(this.#pending);
  }
}

/**
 * Decodes the whole lines, and texts that are too long for a line.
 * @param {Buffer} bytes
 */
function decodeLines(bytes) {
  /** @type {Buffer[]} */
  const decoded = [];
  let begin = 0;
  for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, begin)) {
    decoded.push(decodeLine(bytes.subarray(begin, end + 1)));
    begin = end + 1;
  }
  const rest = bytes.subarray(begin);
  if (rest.length <= LINE_MAX_LENGTH) return { decoded: Buffer.concat(decoded), rest };
  // The rest may end within an escape.
  const equals = rest.lastIndexOf(EQUALS);
  const end = equals > rest.length - '=XX'.length ? equals : rest.length;
  decoded.push(decodeEscapes(rest.subarray(0, end)));
  return { decoded: Buffer.concat(decoded), rest: rest.subarray(end) };
}

/**
 * @param {Buffer} line with its line break, if it has one
 */
function decodeLine(line) {
  let end = line.length;
  if (line[end - 1] === LF) end -= line[end - 2] === CR ? 2 : 1;
  const lineBreak = line.subarray(end);
  while (isBlank(line[end - 1])) end -= 1;
  // An equals sign at the end of a line is a soft line break.
  if (line[end - 1] === EQUALS) return decodeEscapes(line.subarray(0, end - 1));
  return Buffer.concat([decodeEscapes(line.subarray(0, end)), lineBreak]);
}

/**
 * Decodes the octets of quoted-printable in one line, without its end.
 * @param {Buffer} bytes
 */
export function decodeEscapes(bytes) {
  if (!bytes.includes(EQUALS)) return bytes;
  const decoded = Buffer.allocUnsafe(bytes.length);
  let written = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const octet = bytes[at] === EQUALS ? readEscape(bytes, at) : undefined;
    decoded[written] = octet ?? bytes[at] ?? 0;
    written += 1;
    if (octet !== undefined) at += 'XX'.length;
  }
  return decoded.subarray(0, written);
}

/**
 * @param {Buffer} bytes
 * @param {number} at the place of the equals sign
 */
function readEscape(bytes, at) {
  const high = hexValue(bytes[at + 1]);
  const low = hexValue(bytes[at + 2]);
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

/** @param {number | undefined} octet */
function isBlank(octet) {
  return octet === 0x20 || octet === 0x09;
}

/** @param {number | undefined} octet */
function hexValue(octet = 0) {
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const letter = octet & 0xdf;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : undefined;
}
