// What `npm pack` puts into the package: what `files` of package.json lists, and what npm packs without being asked.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const ALWAYS = ['LICENSE', 'README.md', 'package.json'];

/** Files and folders of a tree; of a pattern its folder, from which npm selects. */
export async function listShipped(root: string): Promise<string[]> {
  const { files } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    files: string[];
  };
  return [...ALWAYS, ...files.map((file) => file.replace(/\/?\*.*$/, ''))];
}
