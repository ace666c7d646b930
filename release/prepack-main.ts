// `npm pack` runs it before: pins the packages of the release. With `--after` it removes what it has made.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pinPackages, unpinPackages } from './pinned-packages.ts';
import { outputOf } from './run.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** What npm packs without being asked. */
const ALWAYS = ['LICENSE', 'README.md', 'package.json'];

if (process.argv.includes('--after')) {
  await unpinPackages(ROOT);
} else {
  await pinPackages(ROOT);
  await letAllRead();
}

/** Whatever the umask was: root unpacks a package that another user runs, and the octets are the same. */
async function letAllRead(): Promise<void> {
  const { files } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as {
    files: string[];
  };
  // Of patterns the folder.
  const places = files.map((file) => file.replace(/\/?\*.*$/, ''));
  await outputOf(ROOT, 'chmod', '-R', 'u=rwX,go=rX', ...places, ...ALWAYS);
}
