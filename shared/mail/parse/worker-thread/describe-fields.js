// The header fields of a message as a person reads them: unfolded, and with their encoded words decoded (RFC 2047).
// @ts-check
import { nameAndValue, unfold } from './header.js';

/** @import { HeaderText } from './header-text.js' */

/**
 * @param {readonly string[]} fields of `splitFields`, in Unicode
 * @param {HeaderText} header
 */
export function describeFields(fields, header) {
  return fields.map((field) => {
    const { name, value } = nameAndValue(field);
    return { name, text: header.words(unfold(value)) };
  });
}
