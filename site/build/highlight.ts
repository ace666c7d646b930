// Colours code while the pages are built, so that no page needs a script for it. The classes are those of
// site/styles/code.css.
import { createRequire } from 'node:module';
import { escapeHtml } from '../../shared/platform/security/escape-html.ts';

/** The part of highlight.js that is used here: its own types would bring those of a browser into the whole program. */
interface Highlighter {
  configure(options: { classPrefix: string }): void;
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { language: string }): { value: string };
  registerLanguage(name: string, language: unknown): void;
}

const require = createRequire(import.meta.url);
const highlighter: Highlighter = require('highlight.js/lib/common');
highlighter.registerLanguage('nginx', require('highlight.js/lib/languages/nginx'));
highlighter.registerLanguage('http', require('highlight.js/lib/languages/http'));
highlighter.configure({ classPrefix: '' });

const PUNCTUATION = /<span class="punctuation">([^<]*)<\/span>/g;

/** The HTML of code. @param language of the fence; one that is unknown has no colours */
export function highlight(code: string, language: string): string {
  if (language === '' || !highlighter.getLanguage(language)) return escapeHtml(code);
  // Punctuation has no colour: without its marks a page of JSON is a third smaller.
  return highlighter.highlight(code, { language }).value.replace(PUNCTUATION, '$1');
}
