// Chooses the files of a run: what its options ask for, of what this machine can run.

import { MINUTE_MS, SECOND_MS } from '../../shared/platform/time/durations.ts';
import { readReach } from './dependents.ts';
import { findChangesSince } from './git.ts';
import { findDue, readLongRuns } from './long-runs.ts';
import type { RunOptions } from './options.ts';
import type { Machine } from './requirements.ts';
import { databaseFiles, listLongFiles, listTestFiles, nodeFiles, runnableFiles } from './select-files.ts';
import { longestFirst, readTimes } from './times.ts';

/** What a long file takes that has never run. */
const UNKNOWN_S = 120;

/** The files of a run, in the order in which they start. */
export interface Chosen {
  /** Also those that this machine cannot run. */
  selected: string[];
  runnable: string[];
  /** The files among these that run again. */
  onPostgres15: string[];
  onNodes: string[];
  /** Whether a file still has time. */
  beginsIf: ((file: string) => boolean) | undefined;
}

/** @returns undefined when the commit of `since` does not exist. @param root the directory of the project */
export function chooseFiles(root: string, options: RunOptions, machine: Machine): Chosen | undefined {
  const { narrowTo, since, isLong, dueMinutes } = options;
  const all = isLong ? listLongFiles(narrowTo) : listTestFiles(narrowTo);
  if (dueMinutes !== undefined) return chooseDue(root, all, dueMinutes, machine);
  const selected = since === undefined ? all : reachedSince(root, all, since);
  if (!selected) return undefined;
  if (since !== undefined) console.log(`Since ${since}: ${selected.length} of ${all.length} files.`);
  const times = isLong ? secondsOfLongRuns(root) : readTimes();
  const runnable = longestFirst(runnableFiles(selected, machine), times);
  const again = isLong ? runnableFiles(listTestFiles(narrowTo), machine) : runnable;
  return {
    selected,
    runnable,
    beginsIf: undefined,
    onPostgres15: databaseFiles(again, isLong),
    onNodes: nodeFiles(again, isLong),
  };
}

function chooseDue(root: string, all: string[], minutes: number, machine: Machine): Chosen {
  const times = secondsOfLongRuns(root);
  const selected = findDue(root, all, readLongRuns(root));
  console.log(`Due: ${selected.length} of ${all.length} long files.`);
  const endsAtMs = performance.now() + minutes * MINUTE_MS;
  const fits = (file: string) => performance.now() + (times[file] ?? UNKNOWN_S) * SECOND_MS <= endsAtMs;
  return {
    selected,
    runnable: runnableFiles(selected, machine),
    onPostgres15: [],
    onNodes: [],
    beginsIf: minutes > 0 ? fits : undefined,
  };
}

function reachedSince(root: string, files: string[], ref: string): string[] | undefined {
  const changed = findChangesSince(root, ref);
  if (!changed) return undefined;
  const reached = readReach(root, changed)(changed);
  return files.filter((file) => reached.has(file));
}

function secondsOfLongRuns(root: string): Record<string, number> {
  return Object.fromEntries(Object.entries(readLongRuns(root)).map(([file, { seconds }]) => [file, seconds]));
}
