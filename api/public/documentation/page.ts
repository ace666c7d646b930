// Fills the placeholders of a page of the documentation (site/build/shell.ts): the path of PUBLIC_URL, the colours that the
// reader has chosen, the bar, and in code the values of the reader.
import type { Response } from 'express';
import { fillValues, type SnippetValues } from '../../../shared/contract/site/values.ts';
import { escapeAttribute, escapeHtml } from '../../../shared/platform/security/escape-html.ts';
import { themeOf } from '../../sessions/cookies.ts';
import { basePathOf, scriptedPolicy } from '../dashboard-page/page.ts';
import type { ReaderValues } from '../reader/reader-values.ts';

/** What a page is filled with. */
export interface DocumentationValues {
  publicUrl: string;
  /** HTML. */
  bar: string;
  reader: ReaderValues;
}

/** Answers with a page. @param html as the build wrote it */
export function sendDocumentation(response: Response, html: string, values: DocumentationValues): void {
  const base = escapeAttribute(basePathOf(values.publicUrl));
  const theme = themeOf(response.req);
  const filled = fillValues(html, escaped(values.reader.values))
    .replace('__THEME__', theme === undefined ? '' : ` data-theme="${theme}"`)
    .replace('__BAR__', () => values.bar)
    .replaceAll('__BASE__', () => base);
  response.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': scriptedPolicy(),
    'Cache-Control': values.reader.isPrivate ? 'private, no-store' : 'private, no-cache',
    'Referrer-Policy': 'same-origin',
    Vary: 'Accept, Cookie',
    'X-Robots-Tag': 'noindex',
  });
  response.end(filled);
}

function escaped(values: SnippetValues): SnippetValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]));
}
