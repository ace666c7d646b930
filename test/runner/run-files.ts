// One pass of `npm test`: runs the given files in mocha's parallel mode and sends the counts to test/run.ts. It is
// a process of its own, so that a test that blocks or crashes it cannot take the runner and its clean-up along.
// Arguments: [--grep=<pattern>] <file>…
import { readFileSync } from 'node:fs';
import Mocha from 'mocha';
import type { PassResult } from './pass.ts';

/** One more than CI has cores: many files mostly wait for servers and processes. */
const JOBS = 3;

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
const runner = mocha.run((failures) => {
  const result: PassResult = {
    passed: runner.stats?.passes ?? 0,
    failed: failures,
    skipped: runner.stats?.pending ?? 0,
  };
  process.send?.(result, () => process.exit());
});
