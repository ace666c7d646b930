// `npm pack` runs it before: pins the packages of the release. With `--after` it removes what it has made.
import path from 'node:path';
import { pinPackages, unpinPackages } from './pinned-packages.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

await (process.argv.includes('--after') ? unpinPackages : pinPackages)(ROOT);
