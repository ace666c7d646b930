// `npm test`: starts its own Postgres and runs every test file, then those that load the whole machine, one at a time,
// then those that depend most on the database again on PostgreSQL 15, the oldest version that we support, and those that
// depend most on Node again on the other versions of Node that we support.
// `npm run test:long` runs what does more there: crash flows, fuzzers and property tests (test/support/extent.ts), these
// with a new seed. `npm test -- test/api --grep=domain` runs a part. Tests whose programs the machine lacks are skipped and named; under
// CI=true that is a failure. The last line is always `N passed, N failed`.
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserServer } from 'playwright-core';
import { removeTemporaryDirectory } from '../dev/postgres/temporary-cluster.ts';
import { startBrowser } from './runner/browser.ts';
import { findUnseenErrors } from './runner/declared-errors.ts';
import { findMemoryDirectory } from './runner/memory-directory.ts';
import { type Pass, startPass } from './runner/pass.ts';
import type { FileResult } from './runner/place.ts';
import { inspectMachine, type Machine } from './runner/requirements.ts';
import {
  databaseFiles,
  describeUnrunnable,
  listTestFiles,
  longFiles,
  nodeFiles,
  runnableFiles,
  splitExclusive,
  usesBrowser,
} from './runner/select-files.ts';
import {
  CLUSTER_DIRECTORY_PREFIX,
  startThrowawayCluster,
  type ThrowawayCluster,
} from './runner/throwaway-cluster.ts';
import { longestFirst, readTimes, writeTimes } from './runner/times.ts';
import { countTotals } from './runner/totals.ts';

// os.tmpdir() of this process, of the tests, and of the processes that they start.
process.env['TMPDIR'] ??= findMemoryDirectory() ?? tmpdir();

const { values: options, positionals: narrowTo } = parseArgs({
  options: { grep: { type: 'string' }, long: { type: 'boolean' }, 'write-times': { type: 'boolean' } },
  allowPositionals: true,
});
const machine = inspectMachine(process.env);
if (options.long) {
  process.env['TEST_LONG'] = 'true';
  process.env['TEST_SEED'] ??= String(randomInt(2 ** 31));
  console.log(`TEST_SEED=${process.env['TEST_SEED']}`);
}
const selected = options.long ? longFiles(listTestFiles(narrowTo)) : listTestFiles(narrowTo);
const runnable = longestFirst(runnableFiles(selected, machine), readTimes());
/** What runs again on other platforms; in a long run nothing. */
const [onPostgres15, onNodes] = options.long ? [[], []] : [databaseFiles(runnable), nodeFiles(runnable)];
const givenServer = process.env['TEST_DATABASE_URL'];
/** Directories of this run that the first test makes that needs one. */
const shared = {
  /** test/support/database/prepared-cluster.ts */
  TEST_PREPARED_CLUSTER: path.join(tmpdir(), `${CLUSTER_DIRECTORY_PREFIX}${process.pid}-prepared`),
  /** test/support/factories/shared-key-pairs.ts */
  TEST_KEY_PAIRS: path.join(tmpdir(), `${CLUSTER_DIRECTORY_PREFIX}${process.pid}-keys`),
  /** test/support/api/answered-errors.ts */
  TEST_ANSWERED_ERRORS: path.join(tmpdir(), `${CLUSTER_DIRECTORY_PREFIX}${process.pid}-errors`),
};
/** All tests ran, so what they have not seen is not tested. */
const isWhole = narrowTo.length === 0 && options.grep === undefined && !options.long;
const totals = countTotals();

const clusters = new Set<ThrowawayCluster>();
const running = new Set<Pass>();
let browser: BrowserServer | undefined;
let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
try {
  if (machine.chromium && usesBrowser(runnable)) browser = await startBrowser(machine.chromium);
  const [together, alone] = splitExclusive(runnable);
  await runPass('all', together);
  await runPass('alone', alone, { placesMax: 1 });
  const onOld = !givenServer && machine.postgres15;
  // At the same time, because each ends with a long file that leaves a core idle.
  await Promise.all([
    onOld && runPass('PostgreSQL 15', onPostgres15, { binDir: onOld, placesMin: 1 }),
    ...machine.nodes.map(({ line, program }) =>
      runPass(`Node ${line}`, onNodes, { node: program, placesMin: 1 }),
    ),
  ]);
  if (isWhole && !interrupted) compareErrors();
} finally {
  await browser?.close();
  await Promise.all([...clusters].map((cluster) => cluster.stop()));
  await Promise.all(Object.values(shared).map(removeTemporaryDirectory));
}
if (options['write-times']) writeTimes(totals.seconds());
report();
/** What a further pass runs on: `binDir` has the programs of its server, `node` is the program that runs it. */
interface Platform {
  binDir?: string;
  node?: string;
  placesMin?: number;
  placesMax?: number;
}

/** One pass on its own server. */
function runPass(name: string, files: string[], { binDir, node, ...places }: Platform = {}): Promise<void> {
  if (files.length === 0 || interrupted) return Promise.resolve();
  const platform = binDir || node ? name : undefined;
  return totals.time(name, async () => {
    const cluster = givenServer ? undefined : await startThrowawayCluster({ binDir });
    if (cluster) clusters.add(cluster);
    const environment = {
      TEST_DATABASE_URL: cluster?.url ?? givenServer ?? '',
      ...shared,
      TEST_BROWSER_URL: browser?.wsEndpoint() ?? '',
      ...describeMachine(machine),
    };
    const onResult = (file: string, result: FileResult) => totals.add(platform, file, result);
    const pass = startPass({ files, grep: options.grep, environment, node, ...places, onResult });
    running.add(pass);
    if (interrupted) pass.stop();
    await pass.ended;
    running.delete(pass);
    await cluster?.stop();
    if (cluster) clusters.delete(cluster);
  });
}

/** Counts as a test: each error that an operation declares was seen. */
function compareErrors(): void {
  const failures = findUnseenErrors(shared.TEST_ANSWERED_ERRORS);
  const passed = failures.length === 0 ? 1 : 0;
  totals.add(undefined, 'test/runner/declared-errors.ts', { passed, skipped: 0, failures, seconds: 0 });
}

/** Suites that need Redis or systemd skip themselves only when this says so, never because they did not find it. */
function describeMachine({ redis, systemdAnalyze, postgres15 }: Machine): Record<string, string> {
  return {
    ...(redis ? {} : { TEST_WITHOUT_REDIS: 'true' }),
    ...(postgres15 ? { TEST_POSTGRES_15: postgres15 } : {}),
    ...(systemdAnalyze ? {} : { TEST_WITHOUT_SYSTEMD: 'true' }),
  };
}

function interrupt(): void {
  interrupted = true;
  for (const pass of running) pass.stop();
}

function report(): void {
  const leftOut = listLeftOut();
  totals.print();
  for (const sentence of leftOut) console.log(`Left out: ${sentence}`);
  if (totals.skipped > 0) console.log(`${totals.skipped} skipped by their own files.`);
  const isComplete = leftOut.length === 0 && totals.skipped === 0;
  const nothingRan = totals.passed + totals.failed === 0;
  if (nothingRan) console.log('No test ran.');
  if (process.env['CI'] === 'true' && !isComplete) console.log('CI=true: leaving tests out is a failure.');
  const ok =
    totals.failed === 0 && !nothingRan && !interrupted && (isComplete || process.env['CI'] !== 'true');
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = interrupted ? 130 : ok ? 0 : 1;
}

function listLeftOut(): string[] {
  const missingNodes = onNodes.length > 0 ? machine.missingNodes : [];
  const without15 = onPostgres15.length > 0 && (givenServer || !machine.postgres15);
  return [
    ...(machine.redis ? [] : ['tests on Redis (no redis-server on this machine).']),
    ...(machine.systemdAnalyze
      ? []
      : ['the check of the systemd units (no systemd-analyze on this machine).']),
    ...describeUnrunnable(selected, machine),
    ...(without15
      ? [
          givenServer
            ? 'the pass on PostgreSQL 15 (TEST_DATABASE_URL names the only server).'
            : 'the pass on PostgreSQL 15 (not installed).',
        ]
      : []),
    ...missingNodes.map(
      ({ line }) => `the pass on Node ${line} (not installed; \`npm run install:nodes\` installs it).`,
    ),
  ];
}
