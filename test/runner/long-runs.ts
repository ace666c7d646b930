// Which files of `npm run test:long` are due: those that a change can have reached since their last run without a failure,
// which long.json names. It is committed; `npm run test:long -- --write-times` writes it. CI runs some of them each time
// (.ci/run), the longest unseen first.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readReach } from './dependents.ts';
import { findChangesSince, findCommitTime, git } from './git.ts';

const FILE = 'test/runner/long.json';

/** The last run of a file without a failure. */
export interface LongRun {
  commit: string;
  seconds: number;
}

/** By file. @param root the directory of the project */
export function readLongRuns(root: string): Record<string, LongRun> {
  return JSON.parse(readFileSync(path.join(root, FILE), 'utf8'));
}

/** Takes in the seconds of files that have passed. @returns whether it could: what has run must be a commit */
export function writeLongRuns(root: string, passed: ReadonlyMap<string, number>): boolean {
  const commit = git(root, 'rev-parse', 'HEAD');
  if (commit === undefined || git(root, 'status', '--porcelain', '--', '.', `:!${FILE}`) !== '') return false;
  const runs: Record<string, LongRun> = readLongRuns(root);
  for (const [file, seconds] of passed) runs[file] = { commit, seconds: Math.round(seconds) };
  const kept = Object.entries(runs).filter(([file]) => existsSync(path.join(root, file)));
  const sorted = kept.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(path.join(root, FILE), `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
  return true;
}

/** The files that are due, those first that have not run for the longest time. */
export function findDue(root: string, files: readonly string[], runs: Record<string, LongRun>): string[] {
  const commits = [...new Set(files.flatMap((file) => runs[file]?.commit ?? []))];
  const changes = new Map(commits.map((commit) => [commit, findChangesSince(root, commit)]));
  const reach = readReach(root, [...new Set([...changes.values()].flatMap((changed) => changed ?? []))]);
  // A commit that is not here says nothing about what has changed.
  const reached = new Map([...changes].map(([commit, changed]) => [commit, changed && reach(changed)]));
  const ages = new Map(commits.map((commit) => [commit, findCommitTime(root, commit) ?? 0]));
  const head = git(root, 'rev-parse', 'HEAD') ?? '';
  const due = files.filter((file) => reached.get(runs[file]?.commit ?? '')?.has(file) ?? true);
  // Files of the same age come in another order after each commit, so that over many runs each has its turn.
  const placeOf = (file: string) => createHash('sha256').update(`${head} ${file}`).digest('hex');
  return due
    .map((file) => ({ file, age: ages.get(runs[file]?.commit ?? '') ?? 0, place: placeOf(file) }))
    .sort((one, other) => one.age - other.age || (one.place < other.place ? -1 : 1))
    .map(({ file }) => file);
}
