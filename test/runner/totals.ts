// Counts what the passes of a run report, prints each file as it ends, and the closing report.
import type { FileResult } from './place.ts';

const SLOWEST_SHOWN = 20;

/** The counts of a run. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Counts a file of a pass; the name of the pass says on what it ran, if not on this machine's own programs. */
  add(pass: string | undefined, file: string, result: FileResult): void;
  /** Seconds of each file in the passes without a name. */
  seconds(): Map<string, number>;
  /** Runs a pass and remembers how long it took. */
  time(pass: string, work: () => Promise<void>): Promise<void>;
  /** Prints the passes, the slowest files, and what failed: at the end it is also in the tail of a long output. */
  print(): void;
}

/** Starts to count. */
export function countTotals(): Totals {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const passes: string[] = [];
  const bySeconds: [file: string, seconds: number][] = [];
  const own = new Map<string, number>();
  return {
    get passed() {
      return counts.passed;
    },
    get failed() {
      return counts.failed;
    },
    get skipped() {
      return counts.skipped;
    },
    add(pass, file, { passed, skipped, failures: failed, seconds }) {
      counts.passed += passed;
      counts.skipped += skipped;
      counts.failed += failed.length;
      const name = pass ? `${file} (${pass})` : file;
      console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}  ${passed} passed, ${failed.length} failed`);
      for (const failure of failed) {
        console.log(`  Failed: ${failure}`);
        failures.push(`${pass ? `on ${pass}, ` : ''}${file}: ${failure}`);
      }
      bySeconds.push([name, seconds]);
      if (!pass) own.set(file, seconds);
    },
    seconds: () => own,
    async time(pass, work) {
      const began = performance.now();
      await work();
      passes.push(`${pass} ${((performance.now() - began) / 1000).toFixed(0)} s`);
    },
    print() {
      const slowest = bySeconds.sort(([, a], [, b]) => b - a).slice(0, SLOWEST_SHOWN);
      console.log(`\nPasses: ${passes.join(', ')}`);
      console.log(
        `Slowest files:\n${slowest.map(([file, s]) => `${s.toFixed(0).padStart(5)} s  ${file}`).join('\n')}`,
      );
      for (const failure of failures) console.log(`\nFailed: ${failure}`);
    },
  };
}
