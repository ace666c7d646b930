// The reference pages as resources of the protocol: `posthorn://docs/emails` is docs/reference/emails.md. They are at the
// root of the package, next to openapi.json, also of a build.
import { readdir, readFile } from 'node:fs/promises';

const DIRECTORY = new URL('docs/reference/', import.meta.resolve('#openapi.json'));
const SCHEME = 'posthorn://docs/';
const MIME_TYPE = 'text/markdown';
const INDEX = 'README.md';
/** A row of the index: a link to the page, and what it is about. */
const INDEX_ROW = /^\| \[([\w-]+)\]\(\1\.md\) \| (.+) \|$/gm;

/** A page in a list. */
interface ListedPage {
  uri: string;
  name: string;
  description: string;
  mimeType: string;
}

/** All pages, with what the index says of them. */
export async function listPages(): Promise<ListedPage[]> {
  const index = await readFile(new URL(INDEX, DIRECTORY), 'utf8');
  return [...index.matchAll(INDEX_ROW)].map(([, name = '', description = '']) => ({
    uri: `${SCHEME}${name}`,
    name,
    description,
    mimeType: MIME_TYPE,
  }));
}

/** The text of a page; undefined: there is none. */
export async function readPage(
  uri: string,
): Promise<{ uri: string; mimeType: string; text: string } | undefined> {
  const file = `${uri.slice(SCHEME.length)}.md`;
  // Only listed pages are read, whatever the name says.
  if (!uri.startsWith(SCHEME) || !(await readdir(DIRECTORY)).includes(file)) return undefined;
  return { uri, mimeType: MIME_TYPE, text: await readFile(new URL(file, DIRECTORY), 'utf8') };
}
