// The document around the content of a page. It is whole without a script: the contents come after the text, and only a
// wide window shows them at its side. `__BASE__` is the path of PUBLIC_URL, which only the server knows; `__THEME__`
// stands for the colours that the reader has chosen, `__BAR(…)__` for the bar with what stands at its end.
import path from 'node:path';
import { markValues, SNIPPET_VALUES } from '../../shared/contract/site/values.ts';
import { escapeAttribute, escapeHtml } from '../../shared/platform/security/escape-html.ts';
import { type ContentsGroup, type ContentsLink, groupId, neighboursOf } from './contents.ts';
import { API_FOLDER, pagePathOf, twinPathOf } from './documents.ts';
import type { PageContent } from './markdown.ts';

/** Stands for the path of PUBLIC_URL. */
export const BASE = '__BASE__';

/** What all pages have, and load: files by their names with a hash. */
export interface PageAssets {
  /** CSS. It is part of each page, so that the first text waits for nothing. */
  style: string;
  /**
   * The font of the text. It is requested before the styles name it: text that is drawn without it is laid out twice.
   */
  font: string;
  /** JavaScript that runs before anything is drawn; part of each page too. */
  early: string;
  script: string;
  /** The index of the search, and the script that reads it. */
  search: string;
  searchScript: string;
  /** The script of "Try it", and by resource the operations that it has forms for. */
  tryIt: string;
  tried: ReadonlyMap<string, string>;
}

/** What a page is made of. */
export interface Page {
  file: string;
  content: PageContent;
}

/** The HTML of a page. */
export function pageHtml(
  { file, content }: Page,
  groups: readonly ContentsGroup[],
  assets: PageAssets,
): string {
  const { title, lead, html } = content;
  return `<!doctype html>
<html lang="en"__THEME__>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – Posthorn</title>
<meta name="description" content="${escapeAttribute(lead)}">
<link rel="icon" href="${BASE}/favicon.ico" type="image/svg+xml">
<link rel="alternate" type="text/markdown" href="${BASE}${twinPathOf(file)}">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${assetPath(assets.font)}">
<style>${assets.style}</style>
<script>${assets.early}</script>
<script type="module" src="${assetPath(assets.script)}"></script>
${tryIt(file, assets)}</head>
<body data-base="${BASE}">
__BAR(<a class="to-contents" href="#site-contents">Contents</a>
<button type="button" class="open-search" data-search-index="${assetPath(assets.search)}" data-search-script="${assetPath(assets.searchScript)}">Search <kbd>/</kbd></button>)__
<div class="layout">
<main>
<article>
<h1>${escapeHtml(title)}</h1>
${html}</article>
${neighbours(groups, file)}
<p class="twin"><a href="${BASE}${twinPathOf(file)}">This page as Markdown</a></p>
</main>
${onThisPage(content)}
${contents(groups, file)}
</div>
${SEARCH}
</body>
</html>
`;
}

/** Only a page that is filled with a key and not with its sign has forms. */
function tryIt(file: string, { tryIt, tried }: PageAssets): string {
  const operations = tried.get(path.basename(file, '.md'));
  if (operations === undefined || !file.startsWith(`${API_FOLDER}/`)) return '';
  const values = markValues(
    [SNIPPET_VALUES.apiKey, SNIPPET_VALUES.domain, SNIPPET_VALUES.inboxUrl]
      .map(({ written }) => written)
      .join(' '),
  );
  return `<meta name="posthorn-try" content="${assetPath(operations)} ${values}">
<script type="module" src="${assetPath(tryIt)}"></script>
`;
}

const assetPath = (name: string) => `${BASE}/app/${name}`;

/** Without a script it is never opened. */
const SEARCH = `<dialog class="search" aria-label="Search the documentation"><form method="dialog">
<input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false" maxlength="200">
<button>Close</button></form><p role="status"></p><ul></ul></dialog>`;

/** Links to the pages before and after this one. */
function neighbours(groups: readonly ContentsGroup[], file: string): string {
  const { previous, next } = neighboursOf(groups, file);
  const link = (words: string, to: ContentsLink | undefined) =>
    to === undefined
      ? ''
      : `<a href="${BASE}${pagePathOf(to.file)}"><small>${words}</small> ${escapeHtml(to.title)}</a>`;
  if (!previous && !next) return '';
  return `<nav class="neighbours" aria-label="Previous and next page">${link('Previous', previous)}${link('Next', next)}</nav>`;
}

function onThisPage({ headings }: PageContent): string {
  const second = headings.filter(({ level }) => level === 2);
  if (second.length < 2) return '';
  const items = second.map(({ anchor, text }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`);
  return `<nav class="on-this-page" aria-labelledby="site-parts"><h2 id="site-parts">On this page</h2><ul>${items.join('')}</ul></nav>`;
}

function contents(groups: readonly ContentsGroup[], file: string): string {
  const parts = groups.map((group) => {
    const heading = `<h2 id="${groupId(group)}">${escapeHtml(group.title)}</h2>`;
    return `${heading}<ul>${shownLinks(group, file)
      .map((link) => contentsItem(link, file))
      .join('')}</ul>`;
  });
  return `<nav class="contents" id="site-contents" aria-label="Documentation">${parts.join('\n')}</nav>`;
}

/** A long group shows its index only, but on its own pages. */
function shownLinks({ links, isLong }: ContentsGroup, file: string): readonly ContentsLink[] {
  return isLong && !links.some((link) => link.file === file) ? links.slice(0, 1) : links;
}

function contentsItem({ file, title }: ContentsLink, current: string): string {
  const mark = file === current ? ' aria-current="page"' : '';
  return `<li><a href="${BASE}${pagePathOf(file)}"${mark}>${escapeHtml(title)}</a></li>`;
}
