// The header fields of a message as a person reads them: unfolded, and with their encoded words decoded (RFC 2047).
// @ts-check
import libmime from 'libmime';
import { nameAndValue } from './header.js';

/** Their decoding is not linear in their length; no line of a header is longer. */
const DECODED_MAX_LENGTH = 16 * 1024;

/** @param {readonly string[]} fields of `splitFields` */
export function describeFields(fields) {
  return fields.map((field) => {
    const { name, value } = nameAndValue(field);
    const unfolded = value.replace(/\r\n(?=[ \t])/g, '');
    return { name, text: unfolded.length > DECODED_MAX_LENGTH ? unfolded : libmime.decodeWords(unfolded) };
  });
}
