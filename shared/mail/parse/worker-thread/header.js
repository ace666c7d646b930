// The header of a message, before any library sees it: where it ends, and its fields in order. One pass over the octets,
// so that a header of any size takes no longer than to read it.
// @ts-check

/** @import { Parent } from './parent.js' */

/** No program writes more. */
const HEADER_MAX_BYTES = 1024 * 1024;
/** mailauth's time grows with the square of the lines of a folded field; with these it takes a second. */
export const HEADER_MAX_LINES = 20_000;
const LF = 0x0a;

/**
 * @typedef {object} MessageBeginning
 * @property {Buffer} header up to the empty line, with it; of a header that is too long, its beginning
 * @property {Buffer} rest octets after the header that were read with it
 * @property {boolean} isTooLong the octets after `header` are not to be read
 * @property {boolean} isEnd the message has no more octets than these
 */

/**
 * @param {Parent} parent
 * @returns {Promise<MessageBeginning>}
 */
export async function readBeginning(parent) {
  /** @type {Buffer} */
  let bytes = Buffer.alloc(0);
  let end = -1;
  let isEnd = false;
  while (end === -1 && bytes.length <= HEADER_MAX_BYTES && !isEnd) {
    const piece = await parent.piece();
    const searchedTo = Math.max(0, bytes.length - '\n\r\n'.length);
    bytes = Buffer.concat([bytes, piece.bytes]);
    end = findEnd(bytes, searchedTo);
    isEnd = piece.isLast;
  }
  if (end === -1 && isEnd) end = bytes.length;
  const header = bytes.subarray(0, end === -1 ? bytes.length : end);
  const cut = cutHeader(header);
  const isTooLong = cut.length < header.length;
  return { header: cut, rest: bytes.subarray(header.length), isTooLong, isEnd };
}

/**
 * The fields of a header in Latin-1, each with its continuation lines, joined with CRLF.
 * @param {Buffer} header
 */
export function splitFields(header) {
  /** @type {string[]} */
  const fields = [];
  /** @type {string[]} */
  let lines = [];
  const finish = () => {
    if (lines.length > 0) fields.push(lines.join('\r\n'));
  };
  for (const line of header.toString('latin1').split(/\r?\n/)) {
    if (line === '') continue;
    if (/^[ \t]/.test(line) && lines.length > 0) {
      lines.push(line);
      continue;
    }
    finish();
    lines = [line];
  }
  finish();
  return fields;
}

/**
 * The name and the value of a field, both as written.
 * @param {string} field
 */
export function nameAndValue(field) {
  const colon = field.indexOf(':');
  if (colon === -1) return { name: field.trim(), value: '' };
  return { name: field.slice(0, colon).trim(), value: field.slice(colon + 1).trim() };
}

/** @param {string} value of a field */
export function unfold(value) {
  return value.includes('\n') ? value.replace(/\r?\n(?=[ \t])/g, '') : value;
}

/**
 * @param {Buffer} bytes
 * @param {number} from
 * @returns the position after the empty line; -1: it has not arrived yet
 */
function findEnd(bytes, from) {
  if (bytes[0] === LF) return 1;
  if (bytes.length > 1 && bytes[0] === 0x0d && bytes[1] === LF) return 2;
  const ends = [
    { at: bytes.indexOf('\n\n', from), length: 2 },
    { at: bytes.indexOf('\n\r\n', from), length: 3 },
  ].filter(({ at }) => at !== -1);
  return ends.length === 0 ? -1 : Math.min(...ends.map(({ at, length }) => at + length));
}

/**
 * The whole lines of a header that may be parsed.
 * @param {Buffer} header
 */
function cutHeader(header) {
  let end = 0;
  for (let lines = 0; lines < HEADER_MAX_LINES && end < header.length; lines += 1) {
    const next = header.indexOf(LF, end);
    const lineEnd = next === -1 ? header.length : next + 1;
    if (lineEnd > HEADER_MAX_BYTES) break;
    end = lineEnd;
  }
  return header.subarray(0, end);
}
