// Where an address or a name begins and ends inside another text, as sources of regular expressions of JavaScript. Text
// may be encoded, so a letter or a digit can be the end of an encoded delimiter: `%20bo@customer.dev`,
// `\u003cbo@customer.dev`, `\nbo@customer.dev`.

/** The last two digits of ASCII characters that delimit: all but letters, digits and `+ - . _`. */
const DELIMITER = '(?:[01][0-9a-fA-F]|2[0-9acfACF]|3[a-fA-F]|40|5[b-eB-E]|60|7[b-fB-F])';
const AFTER_ENCODED = `(?<=%${DELIMITER}|\\\\u00${DELIMITER}|\\\\[bfnrt])`;

/** The end of a longer address is another address: `jimbo@`, `jim.bo@`, `jim+bo@`. */
export const ADDRESS_BEGIN = `(?:${AFTER_ENCODED}|(?<![\\p{L}\\p{M}\\p{N}._+-]))`;
/** So is the begin of a longer domain: `customer.dev.example`, `customer.dev-mail.example`. A full stop may follow. */
export const ADDRESS_END = '(?![\\p{L}\\p{M}\\p{N}]|-+[\\p{L}\\p{N}]|\\.[\\p{L}\\p{N}])';

/** A name is a whole word, and never the name of an element of HTML: `<li>`. */
const NAME_BEGIN = `(?:${AFTER_ENCODED}|(?<![\\p{L}\\p{M}\\p{N}_]|</?))`;
const NAME_END = '(?![\\p{L}\\p{M}\\p{N}_])';
/** Scripts that put no spaces between words. */
const WITHOUT_SPACES =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const BEGINS_WITHOUT = new RegExp(`^${WITHOUT_SPACES}`, 'u');
const ENDS_WITHOUT = new RegExp(`${WITHOUT_SPACES}$`, 'u');

/**
 * Puts the boundaries of a name around its spellings.
 * @param spellings source of a regular expression
 */
export function boundName(name: string, spellings: string): string {
  const begin = BEGINS_WITHOUT.test(name) ? '' : NAME_BEGIN;
  const end = ENDS_WITHOUT.test(name) ? '' : NAME_END;
  return `${begin}(?:${spellings})${end}`;
}
