// `npm pack` runs it before: pins the packages of the release. With `--after` it removes what it has made.
import path from 'node:path';
import { pinPackages, unpinPackages } from './pinned-packages.ts';
import { outputOf } from './run.ts';
import { listShipped } from './shipped.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

if (process.argv.includes('--after')) {
  await unpinPackages(ROOT);
} else {
  await pinPackages(ROOT);
  // Whatever the umask was: root unpacks a package that another user runs, and the octets are the same.
  await outputOf(ROOT, 'chmod', '-R', 'u=rwX,go=rX', ...(await listShipped(ROOT)));
}
