// Reads the styles of plain pages and makes one text of them, for a <style> in each page: so a page is one file, which
// looks the same without a build of the dashboard, and its policy names the hash of the text.
import { readFileSync } from 'node:fs';

/** Colours, spaces and type. */
const TOKENS = '../../../shared/contract/appearance/tokens.css';
/** The shared rules of all pages; the card of a plain page. */
const RULES = ['./appearance.css', './plain.css'];

/** The tokens and the rules. */
export function readStylesheet(): string {
  return [TOKENS, ...RULES].map(readCss).join('');
}

/** The declarations of the tokens, for a part of a page that others have made. Its `color-scheme` chooses the theme. */
export function readTokens(): string {
  return /:root \{([^}]*)\}/.exec(readCss(TOKENS))?.[1] ?? '';
}

function readCss(file: string): string {
  return withoutComments(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

/** Comments and indents are a third of the files. */
function withoutComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s*\n\s*/g, '\n');
}
