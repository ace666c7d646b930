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
  const inlined = juice(plain, {
    // These work in a style element only.
    preserveMediaQueries: true,
    preserveFontFaces: true,
    preserveKeyFrames: true,
    preservePseudos: true,
  });
  return inlined.replaceAll(
    new RegExp(`${word}(\\d+)x(?:="")?`, 'g'),
    (_, place) => code[Number(place)] ?? '',
  );
}
