// The documents as a whole: every link resolves, every page is linked from its index, and no page is too long to be
// read in one go.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { API_FOLDER } from '../../site/build/documents.ts';
import { operationsByResource, readDescription } from '../../site/build/reference/description.ts';
import {
  anchorsOf,
  exists,
  linksOf,
  type MarkdownFile,
  readDocuments,
} from '../support/documents/markdown.ts';
import { ROOT } from '../support/documents/root.ts';

const PAGE_MAX_BYTES = 8 * 1024;
/** Two screens. */
const MAP_MAX_LINES = 100;
/** Who must link each page of a folder. */
const INDEXES: Readonly<Record<string, string>> = {
  'docs/architecture/': 'docs/architecture.md',
  'docs/guides/': 'docs/guides/README.md',
  'docs/reference/': 'docs/reference/README.md',
};

const documents = readDocuments();
/** The generated pages of the reference, and the anchors of their operations. */
const made = new Set([
  `${API_FOLDER}/README.md`,
  ...[...operationsByResource(readDescription(ROOT))].flatMap(([resource, operations]) => {
    const page = `${API_FOLDER}/${resource}.md`;
    return [page, ...operations.map(({ anchor }) => `${page}#${anchor}`)];
  }),
]);

/** @returns links of a document that lead nowhere */
function brokenLinks({ path: file, text }: MarkdownFile): string[] {
  return linksOf(text)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !resolves(file, text, target))
    .map((target) => `${file}: ${target}`);
}

function resolves(file: string, text: string, link: string): boolean {
  const [relative = '', anchor] = link.split('#');
  if (relative === '') return anchorsOf(text).has(anchor ?? '');
  const target = path.posix.join(path.posix.dirname(file), relative);
  return exists(target, anchor) || made.has(anchor === undefined ? target : `${target}#${anchor}`);
}

function tooLong(pages: readonly MarkdownFile[]): string[] {
  return pages
    .filter(({ text }) => Buffer.byteLength(text) > PAGE_MAX_BYTES)
    .map(({ path: file, text }) => `${file} has ${Buffer.byteLength(text)} bytes`);
}

function unlinked(pages: readonly MarkdownFile[], index: MarkdownFile): string[] {
  const linked = new Set(
    linksOf(index.text).map((target) =>
      path.posix.join(path.posix.dirname(index.path), target.split('#')[0] ?? ''),
    ),
  );
  return pages
    .filter(({ path: file }) => file !== index.path && !linked.has(file))
    .map(({ path: file }) => file);
}

describe('The documents', () => {
  const pagesOf = (folder: string) => documents.filter(({ path: file }) => file.startsWith(folder));

  it('have no link that leads nowhere', () => {
    expect(documents.flatMap(({ text }) => linksOf(text))).to.have.length.above(50);
    expect(documents.flatMap(brokenLinks).join('\n')).to.equal('');
  });

  it('are all linked from the index of their folder', () => {
    for (const [folder, index] of Object.entries(INDEXES)) {
      const indexPage =
        documents.find(({ path: file }) => file === index) ?? expect.fail(`There is no ${index}.`);
      expect(pagesOf(folder)).to.have.length.above(10);
      expect(unlinked(pagesOf(folder), indexPage)).to.deep.equal([]);
    }
  });

  it('describe a part of the architecture in 8 KB at most, and its map on two screens', () => {
    expect(tooLong(pagesOf('docs/architecture/'))).to.deep.equal([]);
    const map = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
    expect(map.split('\n')).to.have.length.below(MAP_MAX_LINES);
  });

  it('would not pass with a broken link, a page without a link to it or one that is too long', () => {
    const page = (text: string): MarkdownFile => ({ path: 'docs/architecture/made-up.md', text });
    const good =
      '# A b, `c`!\n\n# A\n\n# A\n\n[x](#a-b-c) [x](#a-1) [x](../cli.md) [x](../api/broadcasts.md#listbroadcasts) [x](https://posthorn.invalid/y)\n';
    expect(brokenLinks(page(good))).to.deep.equal([]);
    const absent = [
      '#a-2',
      'absent.md',
      '../cli.md#absent',
      '../api/absent.md',
      // The operations of broadcasts have a page of their own.
      '../api/campaigns.md#listbroadcasts',
    ];
    for (const target of absent) {
      expect(brokenLinks(page(`# A\n\n[x](${target})\n`)), target).to.have.length(1);
    }
    expect(unlinked([page('')], { path: 'docs/x.md', text: '[a](architecture/made-up.md#b)' })).to.deep.equal(
      [],
    );
    expect(unlinked([page('')], { path: 'docs/x.md', text: '[a](made-up.md)' })).to.have.length(1);
    expect(tooLong([page('é'.repeat(4096))])).to.deep.equal([]);
    expect(tooLong([page('é'.repeat(4097))])).to.have.length(1);
  });
});
