// Cuts a style sheet into its rules, for inlining (inline-css-thread.js) and for the text of html, which leaves out what the
// rules hide. It is no validator, and linear for hostile css. JavaScript, because the thread reads no TypeScript.
// @ts-check

/**
 * A rule, or a statement such as `@import …;`.
 * @typedef {object} CssRule
 * @property {string} text as it is written
 * @property {readonly string[]} selectors of an at-rule one: all before its block
 * @property {string | undefined} body between the braces; undefined: it has none
 * @property {boolean} isSimple a rule of selectors, with nothing but declarations in it
 */

/** Comments and strings as a whole, what structures a sheet, and all between. */
const TOKENS =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|<!--|-->|\\[\s\S]?|[{};,()[\]]|[^\\"'{};,()[\]/<-]+|[/<-]/g;
const MEDIA = /(?:^|\s)media\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const MEDIA_OF_ALL = /^\s*(?:(?:only\s+)?(?:all|screen))?\s*$/i;

/**
 * Whether a style element is for every screen.
 * @param {string} attributes of its tag, as they are written
 */
export function isForEveryScreen(attributes) {
  const [, ...values] = MEDIA.exec(attributes) ?? [];
  return MEDIA_OF_ALL.test(values.find((value) => value !== undefined) ?? '');
}

/**
 * The rules of a style sheet, in their order.
 * @param {string} css
 * @returns {CssRule[]}
 */
export function splitRules(css) {
  const cutter = new RuleCutter(css);
  for (const { 0: token, index } of css.matchAll(TOKENS)) cutter.take(token, index);
  return cutter.end();
}

class RuleCutter {
  /** @type {CssRule[]} */
  #rules = [];
  #css;
  /** Of the rule that is read; -1: none has begun. */
  #start = -1;
  #bodyStart = -1;
  #isNested = false;
  #braces = 0;
  #brackets = 0;
  /** The selectors that are read, without comments. @type {string[]} */
  #selectors = [''];

  /** @param {string} css */
  constructor(css) {
    this.#css = css;
  }

  /**
   * @param {string} token
   * @param {number} index
   */
  take(token, index) {
    if (token.startsWith('/*')) return;
    if (token === '{') this.#open(index);
    else if (this.#braces > 0) {
      if (token === '}') this.#braces -= 1;
      if (this.#braces === 0) this.#add(index + 1, this.#css.slice(this.#bodyStart, index));
    } else this.#takeOutside(token, index);
  }

  end() {
    // A block that is not closed ends with the sheet.
    if (this.#braces > 0)
      this.#add(this.#css.length, this.#css.slice(this.#bodyStart), '}'.repeat(this.#braces));
    return this.#rules;
  }

  /** @param {number} index */
  #open(index) {
    this.#begin(index);
    this.#isNested ||= this.#braces > 0;
    if (this.#braces === 0) this.#bodyStart = index + 1;
    this.#braces += 1;
  }

  /**
   * @param {string} token
   * @param {number} index
   */
  #takeOutside(token, index) {
    if (this.#start === -1 && (token.trim() === '' || token === '<!--' || token === '-->')) return;
    this.#begin(index + token.search(/\S/));
    if (token === '(' || token === '[') this.#brackets += 1;
    if ((token === ')' || token === ']') && this.#brackets > 0) this.#brackets -= 1;
    const isAtRule = this.#css[this.#start] === '@';
    if (token === ';' && isAtRule && this.#brackets === 0) this.#add(index + 1, undefined);
    else if (token === ',' && !isAtRule && this.#brackets === 0) this.#selectors.push('');
    else this.#selectors[this.#selectors.length - 1] += token;
  }

  /** @param {number} index */
  #begin(index) {
    if (this.#start === -1) this.#start = index;
  }

  /**
   * @param {number} end
   * @param {string | undefined} body
   * @param {string} [closing]
   */
  #add(end, body, closing = '') {
    const text = this.#css.slice(this.#start, end) + closing;
    const isSimple = body !== undefined && !text.startsWith('@') && !this.#isNested;
    const selectors = this.#selectors.map((selector) => selector.trim());
    this.#rules.push({ text, selectors, body, isSimple });
    this.#start = -1;
    this.#isNested = false;
    this.#braces = 0;
    this.#brackets = 0;
    this.#selectors = [''];
  }
}
