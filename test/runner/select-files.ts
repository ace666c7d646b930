// Selects the files of a pass: the arguments narrow them, and files that the machine cannot run are skipped and named.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Machine } from './requirements.ts';

/** Files that depend most on the database's version, if they use the run's own server. */
const DATABASE_PARTS = ['test/shared', 'test/workers'];
const USES_DATABASE = /\b(?:useDatabase|createEmptyDatabase)\(/;
/**
 * Files that depend most on Node: its parsers of domains and URLs, buffers, HTTP, sockets and TLS, and the commands of
 * npm. The rest passes or fails with our own code. Measured: about 30 s per Node on two idle cores.
 */
const NODE_PARTS = [
  'test/shared/contract',
  'test/shared/mail',
  'test/shared/platform/net',
  'test/api/body',
  'test/api/http',
  'test/api/middleware',
  'test/workers/transports/smtp',
  'test/dev/npm-start.test.ts',
];
/** They would double that time: they compute with strings that other files of the same folder test on each Node. */
const LONG_WITHOUT_NODE = [
  'test/shared/mail/hostile-content.test.ts',
  'test/shared/mail/round-trip.test.ts',
  'test/shared/mail/templates/differential.test.ts',
];
/**
 * The longest files start first, so that the run does not wait for them at the end. Files that mostly wait are next to
 * files that compute.
 */
const LONG_PARTS = [
  'test/flows/crash-postgres.test.ts',
  'test/dev/stop.test.ts',
  'test/flows/crash-redis.test.ts',
  'test/deploy/walk.test.ts',
  'test/deploy/processes.test.ts',
  'test/dev/start.test.ts',
  'test/flows',
  'test/dev/clone.test.ts',
  'test/workers/conformance/outages.test.ts',
  'test/e2e',
  'test/dev',
  'test/workers/conformance',
  'test/api/body/email/refused-bodies.test.ts',
  'test/workers/transports/smtp/fault-table.test.ts',
];
const BROWSER_PART = 'test/e2e';
/** It starts servers of its own, as an operator does. */
const WALK_FILE = 'test/deploy/walk.test.ts';
/** They load the whole machine and expect answers in time, so nothing else runs at the same time. */
const ALONE = ['test/flows/noisy-neighbour.test.ts'];

/** All test files below the given paths (files or directories of the repository); without paths all but hidden ones. */
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
  const parts = listUnrunnable(machine).map(({ part }) => part);
  return files.filter((file) => !parts.some((part) => isBelow(file, part)));
}

/** The parts of the given files that this machine cannot run, as sentences. */
export function describeUnrunnable(files: string[], machine: Machine): string[] {
  return listUnrunnable(machine)
    .filter(({ part }) => files.some((file) => isBelow(file, part)))
    .map(({ part, missing }) => `${part} (no ${missing.join(', no ')} on this machine).`);
}

function listUnrunnable({ chromium, postgres15, redis, nginx }: Machine) {
  const programs = {
    [BROWSER_PART]: { Chromium: chromium },
    [WALK_FILE]: { 'PostgreSQL 15': postgres15, 'redis-server': redis, nginx },
  };
  return Object.entries(programs)
    .map(([part, needed]) => ({
      part,
      missing: Object.entries(needed).flatMap(([name, program]) => (program ? [] : [name])),
    }))
    .filter(({ missing }) => missing.length > 0);
}

/** Splits the files into those that run in parallel and those that run alone. */
export function splitExclusive(files: string[]): [together: string[], alone: string[]] {
  return [files.filter((file) => !ALONE.includes(file)), files.filter((file) => ALONE.includes(file))];
}

/** The files that run again on PostgreSQL 15. */
export function databaseFiles(files: string[]): string[] {
  return files
    .filter((file) => DATABASE_PARTS.some((part) => isBelow(file, part)))
    .filter((file) => USES_DATABASE.test(readFileSync(file, 'utf8')));
}

/** The files that run again on the other supported versions of Node. */
export function nodeFiles(files: string[]): string[] {
  return files
    .filter((file) => NODE_PARTS.some((part) => isBelow(file, part)))
    .filter((file) => !LONG_WITHOUT_NODE.includes(file));
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
