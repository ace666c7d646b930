// Cuts style sheets into their rules, for inlining (inline-css-thread.js) and for the text of html, which omits hidden
// elements. It is not a validator, and linear for hostile css. JavaScript, because the thread reads no TypeScript.
// @ts-check

/**
 * A rule, or a statement such as `@import …;`.
 * @typedef {object} CssRule
 * @property {string} text as it was written
 * @property {string[]} selectors of a rule that is simple
 * @property {string} body between its braces
 * @property {boolean} isSimple it has selectors and declarations, and nothing else
 */

/** Style elements, and comments, in which others are for Outlook. Groups: attributes, css. */
export const STYLES = /<!--(?:[\s\S]*?-->|[\s\S]*$)|<style\b([^>]*)(?:>([\s\S]*?)(?:<\/style\s*>?|$)|$)/gi;
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;
/** Parts in which a brace or a comma is text. The last two are brackets of html around everything. */
const OPAQUE =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\\[\s\S]?|url\([^"')]*\)?|<!--|-->/g;
/** @type {Readonly<Record<string, number>>} */
const DEPTHS = { '{': 1, '(': 1, '[': 1, '}': -1, ')': -1, ']': -1 };
const MEDIA = /(?:^|\s)media\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const EVERY_SCREEN = /^\s*(?:(?:only\s+)?(?:all|screen))?\s*$/i;

/**
 * Whether a style element is for every screen.
 * @param {string} attributes of its tag, as they were written
 */
export function isForEveryScreen(attributes) {
  const [, ...values] = MEDIA.exec(attributes) ?? [];
  return EVERY_SCREEN.test(values.find((value) => value !== undefined) ?? '');
}

/**
 * The rules of a style sheet, in their order.
 * @param {string} css
 */
export function splitRules(css) {
  const masked = css.replace(OPAQUE, blank);
  /** @type {CssRule[]} */
  const rules = [];
  const words = /\S/g;
  let start = masked.search(words);
  let open = -1;
  let depth = 0;
  let isNested = false;
  const add = (/** @type {number} */ end, closing = '') => {
    const isSimple = open !== -1 && !isNested && css[start] !== '@';
    const selectors = isSimple ? splitSelectors(css.slice(start, open), masked.slice(start, open)) : [];
    const body = open === -1 ? '' : css.slice(open + 1, closing === '' ? end - 1 : end);
    rules.push({ text: css.slice(start, end) + closing, selectors, body, isSimple });
    words.lastIndex = end;
    start = words.exec(masked)?.index ?? css.length;
    open = -1;
    isNested = false;
  };
  for (const { 0: mark, index } of masked.matchAll(/[{};]/g)) {
    if (mark === '{' && depth === 0) open = index;
    depth = Math.max(0, depth + (DEPTHS[mark] ?? 0));
    isNested ||= depth > 1;
    if (depth === 0 && (open !== -1 || css[start] === '@')) add(index + 1);
  }
  // A block that is not closed ends with the sheet.
  if (depth > 0) add(css.length, '}'.repeat(depth));
  return rules;
}

/**
 * @param {string} written
 * @param {string} masked
 */
function splitSelectors(written, masked) {
  /** @type {number[]} */
  const ends = [];
  let brackets = 0;
  for (const { 0: mark, index } of masked.matchAll(/[,()[\]]/g)) {
    if (mark === ',' && brackets === 0) ends.push(index);
    brackets = Math.max(0, brackets + (DEPTHS[mark] ?? 0));
  }
  return [...ends, written.length].map((end, place) =>
    written
      .slice((ends[place - 1] ?? -1) + 1, end)
      .replace(COMMENT, ' ')
      .trim(),
  );
}

/** @param {string} text of comments nothing is left */
function blank(text) {
  return ('/<-'.includes(text.charAt(0)) ? ' ' : '_').repeat(text.length);
}
