// The worker thread of inline-css.ts: inlines the CSS of the html that it is started with, and ends. It is JavaScript
// because the loader that runs the TypeScript sources without a build does not work in worker threads.
// @ts-check
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import juice from 'juice';
import { isForEveryScreen, STYLES, splitRules } from './css-rules.js';

/** Code of templates: `{{{…}}}`, `{{…}}`, `{%…%}`. */
const CODE = /\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;
const IMPORTANT = /!\s*important/gi;
/** A selector with a pseudo-element or a state: with a colon, but for what depends on the place of an element alone. */
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
  /** @type {string[]} */
  const kept = [];
  const separated = plain.replaceAll(STYLES, (element, attributes, css) =>
    css === undefined ? element : separateStyle(css, { attributes, word, kept }),
  );
  juice.excludedProperties = [`${word}twice`];
  const inlined = juice(keepQuotes(separated, word), {
    removeStyleTags: false,
    removeInlinedSelectors: true,
    // An inlined declaration must not have `!important` if a remaining rule overrides it by `!important`: no style
    // sheet wins over an inlined one.
    preserveImportant: !kept.some((css) => css.search(IMPORTANT) !== -1),
  });
  return inlined
    .replaceAll(STYLES, (style) =>
      style
        .split(/(?<=\})/)
        .filter((rule) => !rule.includes(`${word}twice`))
        .join(''),
    )
    .replaceAll(new RegExp(`\\.${word}k(\\d+)x \\{[^}]*\\}`, 'g'), (_, place) => kept[Number(place)] ?? '')
    .replaceAll(`"${word}quote`, "'")
    .replaceAll(`quote${word}"`, "'")
    .replaceAll(new RegExp(`${word}(\\d+)x(?:="")?`, 'g'), (_, place) => code[Number(place)] ?? '');
}

/**
 * juice inlines the rules that it gets, and leaves those in the style element that match nothing: mail clients add
 * elements and classes of their own. For parts that it cannot inline it gets a rule that matches nothing. It leaves a
 * style element alone that has the attribute `data-embed`, and removes the attribute: one for some screens, and one
 * with code outside of declarations, such as `{% if dark %} p { … } {% endif %}`, since its rules depend on values.
 * @param {string} css
 * @param {{attributes: string, word: string, kept: string[]}} context parts that juice does not get are added to `kept`
 */
function separateStyle(css, { attributes, word, kept }) {
  const outsideOfDeclarations = new RegExp(`${word}\\d+x[^{};]*(?:\\{|$)`);
  if (outsideOfDeclarations.test(css) || !isForEveryScreen(attributes)) {
    kept.push(css);
    return `<style data-embed${attributes}>${css}</style>`;
  }
  const keep = (/** @type {string} */ text) => `.${word}k${kept.push(text) - 1}x { top: 0 }`;
  const write = (/** @type {string[]} */ selectors, /** @type {string} */ body) =>
    selectors.length === 0 ? '' : `${selectors.join(', ')} {${body}}`;
  const rules = splitRules(css).flatMap(({ text, selectors, body, isSimple }) => {
    if (!isSimple) return [keep(text)];
    if (body.trim() === '') return [];
    // Attributes may have values that only a send provides, and remaining rules may use custom properties.
    const isTwice = (/** @type {string} */ selector) => selector.includes('[') || CUSTOM_PROPERTY.test(body);
    const left = selectors.filter((selector) => !canBeInlined(selector) || isTwice(selector));
    const inlined = selectors.filter(canBeInlined);
    // juice knows it in this form only.
    const declarations = body.replaceAll(IMPORTANT, '!important');
    return [
      ...(left.length > 0 ? [keep(write(left, body))] : []),
      write(inlined.filter(isTwice), `${word}twice: 0; ${declarations}`),
      write(
        inlined.filter((selector) => !isTwice(selector)),
        declarations,
      ),
    ];
  });
  return rules.length === 0 ? '' : `<style${attributes}>${rules.join('\n')}</style>`;
}

/** juice would cut a selector at a comma in brackets, and a rule at what browsers ignore. @param {string} selector */
function canBeInlined(selector) {
  return !OF_A_STATE.test(selector) && !/[,;}]/.test(selector);
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
