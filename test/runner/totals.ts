// Counts what the passes of a run report, prints each file as it ends, and the closing report. A file that failed is looked
// at again (test/run.ts): if it passed each time it is unsteady, which is reported but no failure.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FileResult } from './place.ts';

const SLOWEST_SHOWN = 20;
const DIRECTORY = process.env['TEST_REPORT_DIRECTORY'] ?? 'test-report';
const UNSTEADY_FILE = path.join(DIRECTORY, 'unsteady.json');

/** A file, and the name of the platform that it ran on, if not on this machine's own programs. */
export interface Ran {
  file: string;
  platform: string | undefined;
}

/** The counts of a run. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Counts what a file has brought; if it ran again, in place of what it brought before. */
  add(ran: Ran, result: FileResult): void;
  /** The files with a failure. */
  failedFiles(): Ran[];
  /** Whether a file that failed has passed since whenever it ran, but not often enough. */
  needsLook(ran: Ran): boolean;
  /** Seconds of each file that has passed, on this machine's own programs. */
  seconds(): Map<string, number>;
  /** Runs a pass and remembers how long it took. */
  time(pass: string, work: () => Promise<void>): Promise<void>;
  /** Prints the passes, the slowest files, and what failed: at the end it is also in the tail of a long output. */
  print(): void;
}

/** Starts to count. @param looks how often a file that failed must pass afterwards, to count as unsteady */
export function countTotals(looks: number): Totals {
  const results = new Map<string, Ran & { results: FileResult[] }>();
  const passes: string[] = [];
  const isUnsteady = (all: FileResult[]) => looks > 0 && hasPassedSince(all) && all.length === 1 + looks;
  const verdicts = () =>
    [...results.values()].map(({ results, ...ran }) => ({ ...ran, result: verdictOf(results) }));
  /** One that failed counts with its first failure. */
  const verdictOf = (all: FileResult[]) =>
    (isUnsteady(all) ? undefined : all.find(hasFailed)) ?? all.at(-1) ?? EMPTY;
  const sum = (count: (result: FileResult) => number) =>
    verdicts().reduce((total, { result }) => total + count(result), 0);
  return {
    get passed() {
      return sum(({ passed }) => passed);
    },
    get failed() {
      return sum(({ failures }) => failures.length);
    },
    get skipped() {
      return sum(({ skipped }) => skipped);
    },
    add(ran, result) {
      const { passed, failures, seconds } = result;
      const name = nameOf(ran);
      console.log(
        `${seconds.toFixed(1).padStart(7)} s  ${name}  ${passed} passed, ${failures.length} failed`,
      );
      for (const failure of failures) console.log(`  Failed: ${failure}`);
      const before = results.get(name)?.results ?? [];
      results.set(name, { ...ran, results: [...before, result] });
    },
    needsLook(ran) {
      const all = results.get(nameOf(ran))?.results ?? [];
      return hasPassedSince(all) && all.length < 1 + looks;
    },
    failedFiles: () => verdicts().filter(({ result }) => hasFailed(result)),
    seconds: () =>
      new Map(
        verdicts().flatMap(({ file, platform, result }) =>
          platform || hasFailed(result) ? [] : [[file, result.seconds]],
        ),
      ),
    async time(pass, work) {
      const began = performance.now();
      await work();
      passes.push(`${pass} ${((performance.now() - began) / 1000).toFixed(0)} s`);
    },
    print() {
      console.log(`\nPasses: ${passes.join(', ')}`);
      printSlowest(verdicts());
      for (const { file, platform, result } of verdicts())
        for (const failure of result.failures)
          console.log(`\nFailed: ${platform ? `on ${platform}, ` : ''}${file}: ${failure}`);
      reportUnsteady([...results.values()].filter((each) => isUnsteady(each.results)));
    },
  };
}

const EMPTY: FileResult = { passed: 0, skipped: 0, failures: [], seconds: 0 };

function hasFailed({ failures }: FileResult): boolean {
  return failures.length > 0;
}

/** Whether it failed when it ran first, and in no later run. */
function hasPassedSince([first, ...later]: FileResult[]): boolean {
  return first !== undefined && hasFailed(first) && !later.some(hasFailed);
}

function nameOf({ file, platform }: Ran): string {
  return platform ? `${file} (${platform})` : file;
}

function printSlowest(verdicts: readonly (Ran & { result: FileResult })[]): void {
  const slowest = [...verdicts].sort((one, other) => other.result.seconds - one.result.seconds);
  const lines = slowest
    .slice(0, SLOWEST_SHOWN)
    .map((each) => `${each.result.seconds.toFixed(0).padStart(5)} s  ${nameOf(each)}`);
  console.log(`Slowest files:\n${lines.join('\n')}`);
}

/** On the output, first with all that is known of each, and in a file, which is absent where there is none. */
function reportUnsteady(files: readonly (Ran & { results: FileResult[] })[]): void {
  const unsteady = files.flatMap(({ results, ...ran }) =>
    (results[0]?.failures ?? []).map((failure) => ({
      file: nameOf(ran),
      title: failure.split('\n', 1)[0],
      failure,
    })),
  );
  rmSync(UNSTEADY_FILE, { force: true });
  if (unsteady.length === 0) return;
  mkdirSync(DIRECTORY, { recursive: true });
  writeFileSync(UNSTEADY_FILE, `${JSON.stringify(unsteady, undefined, 2)}\n`);
  for (const { file, failure } of unsteady) console.log(`\nFailed once: ${file}: ${failure}`);
  for (const { file, title } of unsteady) console.log(`unsteady: ${file}: ${title}`);
}
