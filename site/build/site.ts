// Everything that the build writes about the documentation: pages, their Markdown twins, the search index and the texts
// for models. Pure but for reading the documents.
import path from 'node:path';
import type { SearchIndex } from '../../shared/contract/site/search-line.ts';
import type { TriedOperation } from '../../shared/contract/site/tried-operation.ts';
import { type ContentsGroup, guideGroups } from './contents.ts';
import {
  API_FOLDER,
  createResolver,
  FIRST_PAGE_FILE,
  pagePathOf,
  readDocuments,
  type SiteDocument,
} from './documents.ts';
import { llmsText } from './llms.ts';
import { renderMarkdown } from './markdown.ts';
import { operationsByResource } from './reference/description.ts';
import { readReference } from './reference/reference.ts';
import { triedOperations } from './reference/tried-operations.ts';
import { searchIndex } from './search-index.ts';
import { BASE, type Page, type PageAssets, pageHtml } from './shell.ts';

/** The documentation, ready to be written. */
export interface Site {
  pages: readonly Page[];
  groups: readonly ContentsGroup[];
  documents: readonly SiteDocument[];
  search: SearchIndex;
  /** The forms of each resource. */
  tried: ReadonlyMap<string, readonly TriedOperation[]>;
}

/** Reads and turns everything. @param root of the repository */
export async function readSite(root: string): Promise<Site> {
  const written = await readDocuments(root);
  const reference = await readReference(root, written);
  const { description, ruleOf } = reference;
  const operations = operationsByResource(description);
  const documents = [...written, ...reference.documents];
  const resolve = createResolver(new Set(documents.map(({ file }) => file)), BASE);
  const pages = documents.map(({ file, text }): Page => {
    const content = renderMarkdown(text, {
      resolve: (target) => resolve(file, target),
      ...(file.startsWith('docs/reference/') && { ruleOf }),
    });
    return { file, content };
  });
  const titles = new Map(pages.map(({ file, content }) => [file, content.title]));
  return {
    pages,
    groups: groupsOf(written, operations, titles),
    documents,
    search: searchIndex(pages, description),
    tried: new Map(
      [...operations]
        .map(([resource, each]) => [resource, triedOperations(each)] as const)
        .filter(([, tried]) => tried.length > 0),
    ),
  };
}

function groupsOf(
  documents: readonly SiteDocument[],
  operations: ReadonlyMap<string, unknown>,
  titles: ReadonlyMap<string, string>,
): ContentsGroup[] {
  const first = documents.find(({ file }) => file === FIRST_PAGE_FILE)?.text ?? '';
  const inFolder = (folder: string) =>
    documents.map(({ file }) => file).filter((file) => path.posix.dirname(file) === folder);
  const linksOf = (files: readonly string[]) =>
    files.toSorted(indexFirst).map((file) => ({ file, title: titles.get(file) ?? '' }));
  const resources = [...operations.keys()].map((name) => `${API_FOLDER}/${name}.md`);
  return [
    { title: 'Documentation', links: [{ file: FIRST_PAGE_FILE, title: 'All guides' }] },
    ...guideGroups(first),
    { title: 'API', links: linksOf([...resources, `${API_FOLDER}/README.md`]), isLong: true },
    { title: 'Rules', links: linksOf(inFolder('docs/reference')), isLong: true },
    { title: 'Errors', links: linksOf(inFolder('docs/errors')), isLong: true },
    { title: 'Operate', links: linksOf(inFolder('docs')) },
  ];
}

const indexFirst = (one: string, other: string) =>
  Number(isIndex(other)) - Number(isIndex(one)) || one.localeCompare(other, 'en');
const isIndex = (file: string) => file.endsWith('/README.md');

/** Every file that the site has, by its path below the build. */
export function filesOf({ pages, groups, documents }: Site, assets: PageAssets): Map<string, string> {
  const leads = new Map(pages.map(({ file, content }) => [file, content.lead]));
  return new Map([
    ...pages.map((page): [string, string] => [
      `${pagePathOf(page.file).slice(1)}.html`,
      pageHtml(page, groups, assets),
    ]),
    ...documents.map(({ file, text }): [string, string] => [file, text]),
    ['llms.txt', llmsText(groups, leads)],
  ]);
}
