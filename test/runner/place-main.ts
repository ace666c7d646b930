// One place of a pass: a process that runs one test file after another, as place.ts asks. It reports each step at once,
// so that place.ts can name the test in which it hung or ended.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import fc from 'fast-check';
import Mocha from 'mocha';
import { CRASH_SEED, crashDrawing, SEED } from '../support/extent.ts';
import { shareKeyPairs } from '../support/factories/shared-key-pairs.ts';
import { mochaHooks } from '../support/root-hooks.ts';
import type { FileResult, Request, Step } from './place.ts';

/** Maximum number of characters of a value in a failure. */
const SHOWN_MAX = 1_000;
const { timeout } = JSON.parse(readFileSync('.mocharc.json', 'utf8'));

fc.configureGlobal({ seed: SEED });
const beginKeyPairs = shareKeyPairs(process.env['TEST_KEY_PAIRS']);
/** Rejections that no code has handled so far; a test may handle one later than Node expects. */
const unhandled = new Map<Promise<unknown>, unknown>();
// The pass was killed: nothing that its tests have started may outlive it.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.on('message', ({ file, grep }: Request) => void run(file, grep));

function report(step: Step): void {
  process.send?.(step);
}

/** Mocha leaves its listeners to the process when a file has ended. */
function listen(): void {
  process.removeAllListeners('uncaughtException');
  process.removeAllListeners('unhandledRejection').removeAllListeners('rejectionHandled');
  process.on('unhandledRejection', (reason, promise) => unhandled.set(promise, reason));
  process.on('rejectionHandled', (promise) => unhandled.delete(promise));
}

async function run(file: string, grep: string | undefined): Promise<void> {
  listen();
  beginKeyPairs();
  crashDrawing.hasBegun = false;
  const began = performance.now();
  const mocha = new Mocha({
    forbidOnly: true,
    timeout,
    rootHooks: mochaHooks,
    reporter: class extends Mocha.reporters.Base {
      constructor(runner: Mocha.Runner) {
        super(runner);
        follow(runner);
      }
    },
    ...(grep === undefined ? {} : { grep }),
  });
  const failures: string[] = [];
  const finish = (counts: Pick<FileResult, 'passed' | 'skipped'>) =>
    report({ type: 'result', ...counts, failures, seconds: (performance.now() - began) / 1000 });
  const follow = (runner: Mocha.Runner) => {
    for (const kind of ['test', 'hook'] as const)
      runner.on(kind, (step) => report({ type: 'step', title: step.fullTitle(), timeoutMs: step.timeout() }));
    runner.on('fail', (test, error) => {
      const again = crashDrawing.hasBegun ? `\n    CRASH_SEED=${CRASH_SEED} repeats its draws` : '';
      failures.push(`${describe(test.fullTitle(), error)}${again}`);
    });
    runner.on('end', () => {
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      const isEmpty = passes + pending + failures.length === 0;
      if (isEmpty && grep === undefined) failures.push('it has no test');
      failures.push(...describeUnhandled());
      unhandled.clear();
      finish({ passed: passes, skipped: pending });
    });
  };
  try {
    // Mocha would `require` it, and where that fails `import` it: modules would be loaded in two forms.
    mocha.suite.emit('pre-require', globalThis, file, mocha);
    await import(pathToFileURL(file).href);
    mocha.suite.emit('post-require', globalThis, file, mocha);
    mocha.run();
  } catch (error) {
    failures.push(describe('loading the file', error));
    finish({ passed: 0, skipped: 0 });
  }
}

/** One failure for all that were rejected alike: thousands of them would hide every other failure of a run. */
function describeUnhandled(): string[] {
  const counts = new Map<string, number>();
  for (const reason of unhandled.values()) {
    const failure = describe('a rejection that nothing handles', reason);
    counts.set(failure, (counts.get(failure) ?? 0) + 1);
  }
  return [...counts].map(([failure, count]) => (count === 1 ? failure : `${failure}\n    ${count} times`));
}

/** chai's messages shorten the compared values, so the failure prints them too. */
function describe(title: string, error: unknown): string {
  const { stack, message, actual, expected } = error as Error & { actual?: unknown; expected?: unknown };
  const [was, should] = [actual, expected].map((value) => inspect(value, { depth: 5 }).slice(0, SHOWN_MAX));
  const difference =
    actual === undefined && expected === undefined
      ? ''
      : `\n    it was ${was}, and should have been ${should}`;
  return `${title}\n    ${stack ?? message ?? inspect(error)}${difference}`;
}
