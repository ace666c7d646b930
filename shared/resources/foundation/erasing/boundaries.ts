// Where an address begins and ends inside another text, as sources of regular expressions of JavaScript. Text
// may be encoded, so a letter or a digit can be the end of an encoded delimiter: `%20bo@customer.dev`,
// `\u003cbo@customer.dev`, `\nbo@customer.dev`.

/** The last two digits of ASCII characters that delimit: all but letters, digits and `+ - . _`. */
const DELIMITER = '(?:[01][0-9a-fA-F]|2[0-9acfACF]|3[a-fA-F]|40|5[b-eB-E]|60|7[b-fB-F])';
const AFTER_ENCODED = `(?<=[%=]${DELIMITER}|\\\\u00${DELIMITER}|\\\\[bfnrt])`;

/** The end of a longer address is another address: `jimbo@`, `jim.bo@`, `jim+bo@`. */
export const ADDRESS_BEGIN = `(?:${AFTER_ENCODED}|(?<![\\p{L}\\p{M}\\p{N}._+-]))`;
/**
 * The beginning of a longer domain does not count either: `customer.dev.example`, `customer.dev-mail.example`. A full
 * stop may follow.
 */
export const ADDRESS_END = '(?![\\p{L}\\p{M}\\p{N}]|-+[\\p{L}\\p{N}]|\\.[\\p{L}\\p{N}])';
