// The pages of the documentation as the build makes them, from the documents of this repository: what no reader should have
// to find out by pressing a link.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { MOVED_ANCHORS, MOVED_PAGES } from '../../shared/contract/site/moved.ts';
import { markValues } from '../../shared/contract/site/values.ts';
import { filesOf, readSite } from '../../site/build/site.ts';
import { ROOT } from '../support/documents/root.ts';

const ASSETS = {
  style: 'a{}',
  font: 'a/f.woff2',
  early: 'void 0;',
  script: 'a/d.js',
  search: 'a/s.json',
  searchScript: 'a/f.js',
  tryIt: 'a/t.js',
  tried: new Map([['emails', 'a/emails.json']]),
};
/** With its styles and scripts (15 KB, test/e2e/dashboard/budget.test.ts) a page has 60 KB at most. */
const PAGE_MAX_BYTES = 45 * 1024;
/** Compressed. It is loaded for the first search only. */
const INDEX_MAX_BYTES = 105 * 1024;

/** Path of a page → its HTML and the ids in it. */
type Pages = ReadonlyMap<string, { html: string; ids: ReadonlySet<string> }>;

function pagesOf(files: ReadonlyMap<string, string>): Pages {
  const pages = [...files].filter(([name]) => name.endsWith('.html'));
  return new Map(
    pages.map(([name, html]) => [
      `/${name.replace('.html', '')}`,
      { html, ids: new Set(matches(html, / id="([^"]*)"/g)) },
    ]),
  );
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

/** @returns what a page links to that does not exist */
function brokenLinks(pages: Pages, files: ReadonlyMap<string, string>): string[] {
  return [...pages].flatMap(([path, { html }]) =>
    matches(html, /<a href="([^"]*)"/g)
      .filter((href) => !/^[a-z]+:/.test(href))
      .filter((href) => !leadsSomewhere(href.replace('__BASE__', ''), path, { pages, files }))
      .map((href) => `${path}: ${href}`),
  );
}

function leadsSomewhere(
  href: string,
  from: string,
  { pages, files }: { pages: Pages; files: ReadonlyMap<string, string> },
): boolean {
  const [path = '', anchor] = href.split('#');
  if (path === '/openapi.json' || files.has(path.slice(1))) return true;
  const page = pages.get(path === '' ? from : path);
  return page !== undefined && (anchor === undefined || page.ids.has(anchor));
}

/** At most. The build compresses as well as it can, which takes 30 times as long: that is needed only near the limit. */
function compressedBytes(html: string): number {
  const fast = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
  return fast <= PAGE_MAX_BYTES ? fast : brotliCompressSync(html).length;
}

describe('The pages of the documentation', function () {
  this.timeout(60_000);
  let site: Awaited<ReturnType<typeof readSite>>;
  let files: Map<string, string>;
  let pages: Pages;
  before(async () => {
    site = await readSite(ROOT);
    files = filesOf(site, ASSETS);
    pages = pagesOf(files);
  });

  it('have no link that leads nowhere', () => {
    expect(pages.size).to.be.above(150);
    expect(brokenLinks(pages, files).join('\n')).to.equal('');
    const broken = new Map([['/docs/x', { html: '<a href="__BASE__/docs/y">', ids: new Set<string>() }]]);
    expect(brokenLinks(broken, files)).to.deep.equal(['/docs/x: __BASE__/docs/y']);
  });

  it('lead on from each name that has moved', () => {
    const old = Object.keys(MOVED_PAGES).filter((path) => pages.has(path));
    expect(old, 'pages that exist').to.deep.equal([]);
    for (const to of [...Object.values(MOVED_PAGES), ...Object.values(MOVED_ANCHORS)])
      expect(leadsSomewhere(to, '/docs', { pages, files }), to).to.equal(true);
  });

  it('have each id once', () => {
    for (const [path, { html, ids }] of pages)
      expect(matches(html, / id="([^"]*)"/g), path).to.have.length(ids.size);
  });

  it('are small, and so is the index of the search', () => {
    for (const [path, { html }] of pages) expect(compressedBytes(html), path).to.be.at.most(PAGE_MAX_BYTES);
    const index = JSON.stringify(site.search);
    expect(gzipSync(index).length).to.be.within(INDEX_MAX_BYTES / 2, INDEX_MAX_BYTES);
  });

  it('load nothing from elsewhere, and have one script and one style of their own, in their heads', () => {
    for (const [path, { html }] of pages) {
      const loaded = matches(html, /<(?:script|img|link|iframe)\b[^>]* (?:src|href)="([^"]*)"/g);
      expect(
        loaded.filter((url) => !url.startsWith('__BASE__/')),
        path,
      ).to.deep.equal([]);
      const own = html.replace('<style>a{}</style>', '').replace('<script>void 0;</script>', '');
      expect(matches(own, /(<script(?![^>]* src=)|<style|<[^>]* style=|<[^>]* on\w+=)/g), path).to.deep.equal(
        [],
      );
    }
  });

  it('have a Markdown twin each, which /llms.txt names', () => {
    const list = files.get('llms.txt') ?? '';
    expect(list).to.include('__BASE__/mcp').and.include('__BASE__/docs/agents.md');
    for (const { file, text } of site.documents) {
      expect(files.get(file), file).to.equal(text);
      expect(list.includes(`(__BASE__/${file})`), file).to.equal(true);
    }
  });

  it('have whole sentences in /llms.txt', () => {
    const list = files.get('llms.txt') ?? '';
    const sentences = matches(list, /^- \[.*?\]\(__BASE__[^)]*\): (.*)$/gm);
    expect(sentences).to.have.length.above(150);
    const isWhole = (text: string) =>
      /^\S.*[.!?]$/.test(text) && text.split('(').length === text.split(')').length;
    expect(sentences.filter((text) => !isWhole(text))).to.deep.equal([]);
    expect(sentences.filter((text) => text.length > 500)).to.deep.equal([]);
    expect(['A topic is:', 'Codes of an app (TOTP, RFC 6238.', ''].filter(isWhole)).to.deep.equal([]);
  });

  it('have the values of the reader in code for this server only', () => {
    const codes = [...pages].flatMap(([path, { html }]) =>
      matches(html, /<figure[^>]*>(.*?)<\/figure>/gs).map((code) => ({ path, code })),
    );
    const others = codes.filter(({ code }) => code.includes('mail.example.com'));
    expect(new Set(others.map(({ path }) => path))).to.include.keys('/docs/deploy', '/docs/reference/smtp');
    expect(others.filter(({ code }) => code.includes('\uE000'))).to.deep.equal([]);
    const withPort = codes.filter(({ code }) => code.includes('\uE000smtpPort'));
    expect(withPort.map(({ path }) => path)).to.deep.equal(Array(3).fill('/docs/guides/smtp'));
    for (const { path, code } of withPort) expect(code, path).to.include('\uE000smtpHost');
    expect(markValues('relay.dev:587')).to.equal('relay.dev:587');
    const unmarked = codes.filter(({ code }) => /(?<![\w.+-])(bo|dee|fay|team)@customer\.dev/.test(code));
    expect(unmarked.filter(({ code }) => !code.includes('mail.example.com'))).to.deep.equal([]);
    // At most one of two recipients of a page is the reader.
    const recipients = new Map<string, Set<string>>();
    for (const { path, code } of codes)
      for (const name of matches(code, /\uE000(recipient|signedUp|subscriber|team)\uE001/g))
        recipients.set(path, (recipients.get(path) ?? new Set()).add(name));
    expect([...recipients].filter(([, names]) => names.size > 1)).to.deep.equal([]);
    for (const [guide, name] of [
      ['quick-start', 'recipient'],
      ['automations', 'signedUp'],
      ['unsubscribing', 'subscriber'],
      ['receiving', 'team'],
    ])
      expect([...(recipients.get(`/docs/guides/${guide}`) ?? [])], guide).to.deep.equal([name]);
    const notReader = 'jimbo@customer.dev, bo@customer.dev-mail.dev, cy@customer.dev';
    expect(markValues(notReader)).to.equal(notReader);
  });

  it('say in their contents where the reader is', () => {
    const lost = [...pages].filter(([, { html }]) => !html.includes('aria-current="page"'));
    expect(lost.map(([path]) => path)).to.deep.equal([]);
  });
});
