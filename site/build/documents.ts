// The documents that become pages: guides, errors, the reference and what operators read. The path of a page is that of
// its file without `.md`, so that links work in the repository, on the pages and in their Markdown twins alike.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A document. */
export interface SiteDocument {
  /** `docs/guides/quick-start.md` */
  file: string;
  text: string;
}

/** The index of the guides is the first page of the documentation. */
export const FIRST_PAGE_FILE = 'docs/guides/README.md';
/** The folder of the API reference, whose documents are generated, not written. */
export const API_FOLDER = 'docs/api';
const FOLDERS = ['docs/guides', 'docs/errors', 'docs/reference'];
/** The other documents: those for people who use or run the program. */
const FILES = [
  'agents',
  'backup',
  'cli',
  'deliverability',
  'deploy',
  'direct-delivery',
  'inbox',
  'operations',
  'providers',
  'proxy',
  'scaling',
  'upgrade',
].map((name) => `docs/${name}.md`);

/** Reads all documents. @param root of the repository */
export async function readDocuments(root: string): Promise<SiteDocument[]> {
  const inFolders = await Promise.all(
    FOLDERS.map(async (folder) => {
      const names = await readdir(path.join(root, folder));
      return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
    }),
  );
  const files = [...inFolders.flat(), ...FILES];
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(path.join(root, file), 'utf8') })),
  );
}

/** The path of a document's page: `/docs/guides/quick-start`, of the first one `/docs`, of an index that of its folder. */
export function pagePathOf(file: string): string {
  if (file === FIRST_PAGE_FILE) return '/docs';
  return `/${file.replace(/(?:\/README)?\.md$/, '')}`;
}

/** The path of its Markdown. */
export function twinPathOf(file: string): string {
  return `/${file}`;
}

/** Finds where the links of documents lead. @param files of all pages */
export function createResolver(files: ReadonlySet<string>, base: string) {
  return (from: string, target: string): string | undefined => {
    if (/^[a-z]+:/.test(target)) return target;
    const [relative = '', anchor] = target.split('#');
    const hash = anchor === undefined ? '' : `#${anchor}`;
    if (relative === '') return hash;
    const file = path.posix.join(path.posix.dirname(from), relative);
    if (file === 'openapi.json') return `${base}/openapi.json`;
    return files.has(file) ? `${base}${pagePathOf(file)}${hash}` : undefined;
  };
}
