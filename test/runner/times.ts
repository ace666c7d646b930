// The times of test files in the last run with `npm test -- --write-times`, committed: the longest start first. Files
// that are not in it take less than SHORT_S.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('times.json', import.meta.url);
/** Shorter ones are left out: their order changes nothing. */
const SHORT_S = 2;

/** Seconds by file. */
export function readTimes(): Record<string, number> {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Replaces the times. */
export function writeTimes(seconds: ReadonlyMap<string, number>): void {
  const long = [...seconds].filter(([, s]) => s >= SHORT_S).sort(([a], [b]) => (a < b ? -1 : 1));
  const rounded = Object.fromEntries(long.map(([file, s]) => [file, Math.round(s)]));
  writeFileSync(FILE, `${JSON.stringify(rounded, undefined, 2)}\n`);
}

/** The same files, the longest first. */
export function longestFirst(files: readonly string[], times: Record<string, number>): string[] {
  return [...files].sort((a, b) => (times[b] ?? 0) - (times[a] ?? 0));
}
