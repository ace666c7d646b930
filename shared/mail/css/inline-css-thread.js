// The worker thread of inline-css.ts: inlines the CSS of the html that it is started with, and ends. It is JavaScript
// because the loader that runs the TypeScript sources without a build does not work in worker threads.
// @ts-check
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import juice from 'juice';

/** Code of templates: `{{{…}}}`, `{{…}}`, `{%…%}`. */
const CODE = /\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;

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
  const inlined = juice(keepQuotes(keepConditionalStyles(plain, word), word), {
    // These work in a style element only.
    preserveMediaQueries: true,
    preserveFontFaces: true,
    preserveKeyFrames: true,
    preservePseudos: true,
  });
  return inlined
    .replaceAll(`"${word}quote`, "'")
    .replaceAll(`quote${word}"`, "'")
    .replaceAll(new RegExp(`${word}(\\d+)x(?:="")?`, 'g'), (_, place) => code[Number(place)] ?? '');
}

/**
 * A style element with code outside of declarations, such as `{% if dark %} p { … } {% endif %}`, cannot be inlined: its
 * rules depend on values. juice leaves those alone that have the attribute `data-embed`, and removes the attribute.
 * @param {string} html
 * @param {string} word
 */
function keepConditionalStyles(html, word) {
  const outsideOfDeclarations = new RegExp(`${word}\\d+x[^{};]*(?:\\{|$)`);
  return html.replaceAll(/<style\b([^>]*)>([\s\S]*?)<\/style/gi, (element, attributes, css) =>
    outsideOfDeclarations.test(css) ? `<style data-embed${attributes}>${css}</style` : element,
  );
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
