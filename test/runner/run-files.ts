// One pass of `npm test`: runs the given files in mocha's parallel mode and sends the counts to test/run.ts. It is a
// separate process, so that a test that blocks or crashes it does not affect the runner and its clean-up.
// Arguments: [--grep=<pattern>] <file>…
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import Mocha from 'mocha';
import type { PassResult } from './pass.ts';

/** Two more than CI has cores, because the longest files mostly wait for servers and processes. */
const JOBS = 4;
const SLOWEST_SHOWN = 16;
/** Maximum number of characters of a value in a failure. */
const SHOWN_MAX = 1_000;

const { require, timeout } = JSON.parse(readFileSync('.mocharc.json', 'utf8'));
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--grep='));
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const grep = options.at(-1)?.slice('--grep='.length);

const mocha = new Mocha({
  parallel: true,
  jobs: JOBS,
  forbidOnly: true,
  require,
  timeout,
  ...(grep === undefined ? {} : { grep }),
});
for (const file of files) mocha.addFile(file);
const failures: string[] = [];
const secondsByFile = new Map<string, number>();
const runner = mocha.run((failed) => {
  const result: PassResult = {
    passed: runner.stats?.passes ?? 0,
    failed,
    skipped: runner.stats?.pending ?? 0,
    failures,
    slowest: [...secondsByFile].sort(([, a], [, b]) => b - a).slice(0, SLOWEST_SHOWN),
  };
  process.send?.(result, () => process.exit());
});
runner.on('fail', (test, error) => {
  const difference = 'actual' in error ? `\n    ${describeDifference(error)}` : '';
  failures.push(`${nameFile(test)}: ${test.fullTitle()}\n    ${error.stack ?? error.message}${difference}`);
});
runner.on('test end', (test) => addSeconds(nameFile(test), test.duration ?? 0));
runner.on('hook end', (hook) => addSeconds(nameFile(hook), hook.duration ?? 0));

function addSeconds(file: string, milliseconds: number): void {
  secondsByFile.set(file, (secondsByFile.get(file) ?? 0) + milliseconds / 1000);
}

function nameFile(test: Mocha.Runnable): string {
  return test.file ? path.relative('.', test.file) : 'test/support/root-hooks.ts';
}

/** chai's messages shorten the compared values, so the failure prints them too. */
function describeDifference({ actual, expected }: { actual?: unknown; expected?: unknown }): string {
  const [was, should] = [actual, expected].map((value) => inspect(value, { depth: 5 }).slice(0, SHOWN_MAX));
  return `it was ${was}, and should have been ${should}`;
}
