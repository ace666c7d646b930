// The worker thread of inline-css.ts: inlines the CSS of the html that it is started with, and ends. It is JavaScript
// because the loader that runs the TypeScript sources without a build does not work in worker threads.
// @ts-check
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import juice from 'juice';
import { isForEveryScreen, splitRules } from './css-rules.js';

/** Code of templates: `{{{…}}}`, `{{…}}`, `{%…%}`. */
const CODE = /\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;
const IMPORTANT = /!\s*important/gi;
/** A selector with pseudo-elements, and with those pseudo-classes that do not depend on the place of an element alone. */
const OF_A_STATE =
  /(?<!\\):(?!(?:(?:first|last|only)-(?:child|of-type)|nth-(?:last-)?(?:child|of-type)|not|root|empty)(?![\w-]))/i;
const CUSTOM_PROPERTY = /(?:^|[;\s])--[\w-]+\s*:/;

parentPort?.postMessage(inlineAroundCode(workerData));

/**
 * The parser of html must not see code, which may be anywhere, also between attributes. A word in lower case keeps each
 * place: of an attribute without a value, the parser writes `word=""`. The `codeBlocks` of juice are not enough: they
 * restore code inside code (`{% if x == "{{" %}`) in the wrong order.
 * @param {string} html
 */
function inlineAroundCode(html) {
  const word = `code${randomBytes(8).toString('hex')}x`;
  /** @type {string[]} */
  const code = [];
  const plain = html.replaceAll(CODE, (text) => `${word}${code.push(text) - 1}x`);
  const { html: separated, kept } = separateStyles(plain, word);
  const inlined = juice(keepQuotes(separated, word), {
    removeStyleTags: false,
    removeInlinedSelectors: true,
    // What a rule that is kept overrides by `!important` must not have it: no style sheet wins over an inlined one.
    preserveImportant: kept.search(IMPORTANT) === -1,
  });
  const twice = new RegExp(`<style(?=[^>]*\\s${word}twice)[^>]*>[^<]*(?:<(?!/style)[^<]*)*</style>`, 'g');
  const continuing = new RegExp(`</style><style(?=[^>]*\\s${word}next)[^>]*>`, 'g');
  return inlined
    .replaceAll(twice, '')
    .replaceAll(continuing, '\n')
    .replaceAll(` ${word}next=""`, '')
    .replaceAll(`"${word}quote`, "'")
    .replaceAll(`quote${word}"`, "'")
    .replaceAll(new RegExp(`${word}(\\d+)x(?:="")?`, 'g'), (_, place) => code[Number(place)] ?? '');
}

/**
 * Makes of each style element several: those that the inliner leaves alone, and those whose rules it inlines, but for
 * selectors that match no element, since mail clients add elements and classes of their own. juice leaves those alone that
 * have the attribute `data-embed`, and removes the attribute. What is in comments is for Outlook.
 * @param {string} html
 * @param {string} word
 * @returns {{html: string, kept: string}} `kept`: the css that is not inlined
 */
function separateStyles(html, word) {
  let kept = '';
  const marks = { kept: ' data-embed', inlined: '', twice: ` ${word}twice` };
  const separated = html.replaceAll(
    /<!--[\s\S]*?-->|<style\b([^>]*)>([\s\S]*?)<\/style\s*>/gi,
    (element, attributes, css) => {
      if (css === undefined) return element;
      /** @type {Piece[]} */
      const pieces = isForEveryScreen(attributes) ? separateRules(css, word) : [{ fate: 'kept', css }];
      return pieces
        .map((piece, place) => {
          if (piece.fate === 'kept') kept += piece.css;
          const next = place === 0 ? '' : ` ${word}next`;
          return `<style${marks[piece.fate]}${attributes}${next}>${piece.css}</style>`;
        })
        .join('');
    },
  );
  return { html: separated, kept };
}

/**
 * `twice`: what is also kept is inlined, and not kept a second time where it matches nothing.
 * @typedef {{fate: 'kept' | 'inlined' | 'twice', css: string}} Piece
 */

/**
 * Code outside of declarations, such as `{% if dark %} p { … } {% endif %}`, keeps its whole style sheet from being inlined:
 * its rules depend on values.
 * @param {string} css
 * @param {string} word
 * @returns {Piece[]}
 */
function separateRules(css, word) {
  const outsideOfDeclarations = new RegExp(`${word}\\d+x[^{};]*(?:\\{|$)`);
  if (outsideOfDeclarations.test(css)) return [{ fate: 'kept', css }];
  /** @type {Piece[]} */
  const pieces = [];
  for (const { fate, css: written } of splitRules(css).flatMap(piecesOf)) {
    const last = pieces.at(-1);
    if (last?.fate === fate) last.css += `\n${written}`;
    else pieces.push({ fate, css: written });
  }
  return pieces;
}

/**
 * @param {import('./css-rules.js').CssRule} rule
 * @returns {Piece[]}
 */
function piecesOf({ text, selectors, body = '', isSimple }) {
  if (!isSimple) return [{ fate: 'kept', css: text }];
  const fates = selectors.map((selector) => fateOf(selector, body));
  const write = (
    /** @type {Piece['fate']} */ fate,
    /** @type {Piece['fate'][]} */ of,
    /** @type {string} */ css,
  ) => {
    const chosen = selectors.filter((_, place) => of.includes(fates[place] ?? 'kept'));
    return chosen.length === 0 ? [] : [{ fate, css: `${chosen.join(', ')} {${css}}` }];
  };
  // juice knows it in this form only.
  const declarations = body.replaceAll(IMPORTANT, '!important');
  return [
    ...write('kept', ['kept', 'twice'], body),
    ...write('twice', ['twice'], declarations),
    ...write('inlined', ['inlined'], declarations),
  ];
}

/**
 * @param {string} selector
 * @param {string} body
 * @returns {Piece['fate']}
 */
function fateOf(selector, body) {
  // juice would cut it at a comma in brackets.
  if (OF_A_STATE.test(selector) || selector.includes(',')) return 'kept';
  // Attributes may have values that only a send gives, and what is kept may use custom properties.
  return selector.includes('[') || CUSTOM_PROPERTY.test(body) ? 'twice' : 'inlined';
}

/**
 * The parser writes every attribute in double quotes, but a raw value in single quotes may hold double ones.
 * @param {string} html
 * @param {string} word
 */
function keepQuotes(html, word) {
  const inSingleQuotes = new RegExp(`(?<!\\bstyle)='([^'<>]*${word}\\d+x[^'<>]*)'`, 'gi');
  return html.replaceAll(inSingleQuotes, `='${word}quote$1quote${word}'`);
}
