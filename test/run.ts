// `npm test`: starts its own Postgres and runs every test file, then those that load the whole machine, one at a time,
// then those that depend most on the database again on PostgreSQL 15, the oldest version that we support, and those
// that depend most on Node again on the other versions of Node that we support. `npm run test:long` runs what does more
// there: crash flows, fuzzers and property tests (test/support/extent.ts), these with a new seed; with `--due=8` those
// that a change can have reached since their last run, for eight minutes. `npm test -- test/api --grep=domain` runs a
// part, `npm test -- --since=main` what the changes since then can have reached. A file that fails runs again, alone:
// if it then passes three times it is reported as unsteady, and the run continues. Tests whose programs the machine
// lacks are skipped and named; under CI=true that is a failure. The last line is always `N passed, N failed`.
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserServer } from 'playwright-core';
import { removeTemporaryDirectory } from '../dev/postgres/temporary-cluster.ts';
import { startBrowser } from './runner/browser.ts';
import { chooseFiles } from './runner/choose.ts';
import { findOtherCalls, writeClients } from './runner/clients.ts';
import { writeLongRuns } from './runner/long-runs.ts';
import { findMemoryDirectory } from './runner/memory-directory.ts';
import { readOptions } from './runner/options.ts';
import { type Pass, type PassOptions, startPass } from './runner/pass.ts';
import type { FileResult } from './runner/place.ts';
import { inspectMachine, type Machine } from './runner/requirements.ts';
import { describeUnrunnable, splitExclusive, usesBrowser } from './runner/select-files.ts';
import {
  CLUSTER_DIRECTORY_PREFIX,
  startThrowawayCluster,
  type ThrowawayCluster,
} from './runner/throwaway-cluster.ts';
import { writeTimes } from './runner/times.ts';
import { countTotals } from './runner/totals.ts';
import { findUnseenErrors, findUnseenPayloads } from './runner/unseen.ts';
import { ROOT } from './support/documents/root.ts';

/** A run with more files that fail has a cause, and would look again for long. */
const UNSTEADY_MAX = 5;

// os.tmpdir() of this process, of the tests, and of the processes that they start.
process.env['TMPDIR'] ??= findMemoryDirectory() ?? tmpdir();

const options = readOptions();
const machine = inspectMachine(process.env);
if (options.isLong) process.env['TEST_LONG'] = 'true';
// What is due runs where a change is judged, and there chance has no place.
if (options.isLong && options.dueMinutes === undefined) {
  process.env['TEST_SEED'] ??= String(randomInt(2 ** 31));
  console.log(`TEST_SEED=${process.env['TEST_SEED']}`);
}
const absent = options.narrowTo.find((file) => !existsSync(path.join(ROOT, file)));
if (absent !== undefined) {
  console.error(`There is no ${absent}.`);
  process.exit(2);
}
const chosen = chooseFiles(ROOT, options, machine);
if (!chosen) {
  console.error(`There is no commit ${options.since}.`);
  process.exit(2);
}
const { selected, runnable, onPostgres15, onNodes, beginsIf } = chosen;
const givenServer = process.env['TEST_DATABASE_URL'];
/** Directories of this run that the first test makes that needs one. */
const shared = {
  /** test/support/database/prepared-cluster.ts */
  TEST_PREPARED_CLUSTER: path.join(tmpdir(), `${CLUSTER_DIRECTORY_PREFIX}${process.pid}-prepared`),
  /** test/support/factories/shared-key-pairs.ts */
  TEST_KEY_PAIRS: path.join(tmpdir(), `${CLUSTER_DIRECTORY_PREFIX}${process.pid}-keys`),
  /** test/support/seen.ts */
  TEST_SEEN: path.join(tmpdir(), `${CLUSTER_DIRECTORY_PREFIX}${process.pid}-seen`),
};
/** All tests ran, so what they have not seen is not tested. */
const isWhole =
  options.narrowTo.length === 0 &&
  options.grep === undefined &&
  options.since === undefined &&
  !options.isLong;
/** A change may reach no test. */
const mayBeNone = options.since !== undefined || options.dueMinutes !== undefined;
const totals = countTotals(options.looks);

/** What runs again, and on what; a long run does no more there than others. */
const platforms = [
  ...(givenServer || !machine.postgres15
    ? []
    : [{ name: 'PostgreSQL 15', files: onPostgres15, binDir: machine.postgres15, isShort: true }]),
  ...machine.nodes.map(({ line, program }) => ({
    name: `Node ${line}`,
    files: onNodes,
    node: program,
    isShort: true,
  })),
];

const clusters = new Set<ThrowawayCluster>();
const running = new Set<Pass>();
let browser: BrowserServer | undefined;
let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
try {
  if (machine.chromium && usesBrowser(runnable)) browser = await startBrowser(machine.chromium);
  const [together, alone] = splitExclusive(runnable);
  await runPass('all', together, { beginsIf });
  await runPass('alone', alone, { placesMax: 1, beginsIf });
  // At the same time, because each ends with a long file that leaves a core idle.
  await Promise.all(platforms.map(({ name, files, ...on }) => runPass(name, files, { ...on, placesMin: 1 })));
  if (options.looks > 0) await lookAgain();
  if (isWhole && !interrupted) compareSeen();
  if (options.writesClients && !interrupted) writeClients(shared.TEST_SEEN);
} finally {
  await browser?.close();
  await Promise.all([...clusters].map((cluster) => cluster.stop()));
  await Promise.all(Object.values(shared).map(removeTemporaryDirectory));
}
if (options.writesTimes) writeSeconds();
report();

/** What a further pass runs on: `binDir` has the programs of its server, `node` is the program that runs it. */
interface Platform {
  binDir?: string;
  node?: string;
  /** As in `npm test`, in a long run too. */
  isShort?: boolean;
  placesMin?: number;
  placesMax?: number;
  beginsIf?: PassOptions['beginsIf'];
}

/** One pass on its own server. */
function runPass(name: string, files: string[], given: Platform = {}): Promise<void> {
  const { binDir, node, isShort, ...how } = given;
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
      ...(isShort ? { TEST_LONG: '' } : {}),
    };
    const onResult = (file: string, result: FileResult) => totals.add({ file, platform }, result);
    const pass = startPass({ files, grep: options.grep, environment, node, ...how, onResult });
    running.add(pass);
    if (interrupted) pass.stop();
    await pass.ended;
    running.delete(pass);
    await cluster?.stop();
    if (cluster) clusters.delete(cluster);
  });
}

/** Runs each file that failed again, alone, until it has passed often enough or fails once more. */
async function lookAgain(): Promise<void> {
  const failed = totals.failedFiles();
  if (failed.length > UNSTEADY_MAX) {
    console.log(`No second look: ${failed.length} files have failed.`);
    return;
  }
  for (const { file, platform } of failed) {
    const on = platforms.find(({ name }) => name === platform);
    while (!interrupted && totals.needsLook({ file, platform }))
      await runPass(platform ?? 'again', [file], { ...on, placesMax: 1 });
  }
}

function writeSeconds(): void {
  if (!options.isLong) writeTimes(totals.seconds());
  else if (!writeLongRuns(ROOT, totals.seconds()))
    console.log('The times are not written: something here is not committed.');
}

/** Counts as a test: each error that an operation declares was seen, each type of event, and what clients of Resend call. */
function compareSeen(): void {
  const failures = [findUnseenErrors, findUnseenPayloads, findOtherCalls].flatMap((find) =>
    find(shared.TEST_SEEN),
  );
  const passed = failures.length === 0 ? 1 : 0;
  const file = 'test/runner/unseen.ts';
  totals.add({ file, platform: undefined }, { passed, skipped: 0, failures, seconds: 0 });
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
  if (options.dueMinutes !== undefined && selected.length > 0) describeDue();
  totals.print();
  for (const sentence of leftOut) console.log(`Left out: ${sentence}`);
  if (totals.skipped > 0) console.log(`${totals.skipped} skipped by their own files.`);
  const isComplete = leftOut.length === 0 && totals.skipped === 0;
  const nothingRan = totals.passed + totals.failed === 0 && !(mayBeNone && selected.length === 0);
  if (nothingRan) console.log('No test ran.');
  if (process.env['CI'] === 'true' && !isComplete) console.log('CI=true: leaving tests out is a failure.');
  const ok =
    totals.failed === 0 && !nothingRan && !interrupted && (isComplete || process.env['CI'] !== 'true');
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = interrupted ? 130 : ok ? 0 : 1;
}

/** Which of the files that are due have run, and which had no time. */
function describeDue(): void {
  const ran = totals.seconds();
  const later = runnable.filter((file) => !ran.has(file));
  console.log(`\nOf ${runnable.length} due files ${ran.size} ran: ${[...ran.keys()].join(', ')}`);
  if (later.length > 0) console.log(`No time for: ${later.join(', ')}`);
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
