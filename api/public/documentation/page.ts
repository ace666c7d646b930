// Fills the placeholders of a page of the documentation (site/build/shell.ts): the path of PUBLIC_URL, the colours that the
// reader has chosen, the bar, and in code the values of the reader.
import type { Response } from 'express';
import { fillValues, type SnippetValues } from '../../../shared/contract/site/values.ts';
import { escapeAttribute } from '../../../shared/platform/security/escape-html.ts';
import { themeOf } from '../../sessions/cookies.ts';
import { barHtml } from '../appearance/bar.ts';
import { hashSource } from '../appearance/hash-source.ts';
import { scriptedPolicy } from '../dashboard-page/page.ts';
import type { ReaderValues } from '../reader/reader-values.ts';

/** The values of a page. */
export interface DocumentationValues {
  /** The path of PUBLIC_URL, without a slash at its end. */
  base: string;
  reader: ReaderValues;
}

/** The bar, with what the page has at its end. */
const BAR = /__BAR\((.*?)\)__/s;

/** Answers with a page. @param html as the build wrote it */
export function sendDocumentation(response: Response, html: string, values: DocumentationValues): void {
  const base = escapeAttribute(values.base);
  const theme = themeOf(response.req);
  const filled = fillValues(html, escaped(values.reader.values))
    .replace('__THEME__', theme === undefined ? '' : ` data-theme="${theme}"`)
    .replace(BAR, (_, end: string) => barHtml({ base: values.base, current: 'documentation', end }))
    .replaceAll('__BASE__', () => base);
  response.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': scriptedPolicy(sourcesIn(filled)),
    'Cache-Control': values.reader.isPrivate ? 'private, no-store' : 'private, no-cache',
    'Referrer-Policy': 'same-origin',
    Vary: 'Accept, Cookie',
    'X-Robots-Tag': 'noindex',
  });
  response.end(filled);
}

/**
 * A page has one style and one script of its own, in its head. The policy names their hashes, so that no other is
 * applied.
 */
function sourcesIn(html: string): { style: string; script: string } {
  const [head = ''] = html.split('</head>', 1);
  const sourceOf = (pattern: RegExp) => hashSource(pattern.exec(head)?.[1] ?? '');
  return { style: sourceOf(/<style>(.*?)<\/style>/s), script: sourceOf(/<script>(.*?)<\/script>/s) };
}

function escaped(values: SnippetValues): SnippetValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeAttribute(value)]));
}
