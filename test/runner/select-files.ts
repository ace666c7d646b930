// Which files a pass runs: the arguments narrow them, and what the machine cannot run is left out and named.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Machine } from './requirements.ts';

/** Files that depend on the database's version most, if they use the run's own server. */
const DATABASE_PARTS = ['test/shared', 'test/workers'];
const USES_DATABASE = /\b(?:useDatabase|createEmptyDatabase)\(/;
/** What takes longest starts first, so that nothing waits for it at the end; what mostly waits beside what works. */
const LONG_PARTS = [
  'test/flows/crash-postgres.test.ts',
  'test/dev/stop.test.ts',
  'test/flows/crash-redis.test.ts',
  'test/dev/start.test.ts',
  'test/flows',
  'test/dev/clone.test.ts',
  'test/workers/conformance/outages.test.ts',
  'test/e2e',
  'test/dev',
  'test/workers/conformance',
];
const BROWSER_PART = 'test/e2e';
/** They load the whole machine and hold answers to a time, so nothing else runs beside them. */
const ALONE = ['test/flows/noisy-neighbour.test.ts'];

/** All test files below the given paths (files or directories of the repository); none given: all but hidden ones. */
export function listTestFiles(narrowTo: string[]): string[] {
  const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('test', file.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
  const parts = narrowTo.map((part) => path.posix.normalize(part).replace(/\/$/, ''));
  return parts.length === 0
    ? all.filter((file) => !file.includes('/.'))
    : all.filter((file) => parts.some((part) => isBelow(file, part)));
}

/** The files that this machine can run. */
export function runnableFiles(files: string[], machine: Machine): string[] {
  return machine.chromium ? files : files.filter((file) => !isBelow(file, BROWSER_PART));
}

/** Parts the files that run beside each other from those that run by themselves. */
export function partAlone(files: string[]): [together: string[], alone: string[]] {
  return [files.filter((file) => !ALONE.includes(file)), files.filter((file) => ALONE.includes(file))];
}

/** The files that run once more on PostgreSQL 15. */
export function databaseFiles(files: string[]): string[] {
  return files
    .filter((file) => DATABASE_PARTS.some((part) => isBelow(file, part)))
    .filter((file) => USES_DATABASE.test(readFileSync(file, 'utf8')));
}

/** The same files, the long ones first. */
export function longestFirst(files: string[]): string[] {
  const rank = (file: string) => {
    const index = LONG_PARTS.findIndex((part) => isBelow(file, part));
    return index < 0 ? LONG_PARTS.length : index;
  };
  return [...files].sort((a, b) => rank(a) - rank(b));
}

function isBelow(file: string, part: string): boolean {
  return file === part || file.startsWith(`${part}/`);
}
