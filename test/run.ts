// `npm test`: starts its own Postgres and runs every test file, then those that load the whole machine, one at a time,
// then those that depend most on the database again on PostgreSQL 15, the oldest version that we support, and those that
// depend most on Node again on the other versions of Node that we support.
// `npm test -- test/api --grep=domain` runs a part. Tests whose programs the machine lacks are skipped and named; under
// CI=true that is a failure. The last line is always `N passed, N failed`.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeTemporaryDirectory } from '../dev/postgres/temporary-cluster.ts';
import { findMemoryDirectory } from './runner/memory-directory.ts';
import { type Pass, type PassResult, startPass } from './runner/pass.ts';
import { inspectMachine, type Machine } from './runner/requirements.ts';
import {
  databaseFiles,
  describeUnrunnable,
  listTestFiles,
  longestFirst,
  nodeFiles,
  runnableFiles,
  splitExclusive,
} from './runner/select-files.ts';
import {
  CLUSTER_DIRECTORY_PREFIX,
  startThrowawayCluster,
  type ThrowawayCluster,
} from './runner/throwaway-cluster.ts';

// os.tmpdir() of this process, of the tests, and of the processes that they start.
process.env['TMPDIR'] ??= findMemoryDirectory() ?? tmpdir();

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const narrowTo = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const machine = inspectMachine(process.env);
const selected = listTestFiles(narrowTo);
const runnable = longestFirst(runnableFiles(selected, machine));
const givenServer = process.env['TEST_DATABASE_URL'];
/** For test/support/prepared-cluster.ts, which fills it when the first test needs it. */
const prepared = path.join(tmpdir(), `${CLUSTER_DIRECTORY_PREFIX}${process.pid}-prepared`);
const total: PassResult = { passed: 0, failed: 0, skipped: 0, failures: [], slowest: [] };

let cluster: ThrowawayCluster | undefined;
let pass: Pass | undefined;
let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
try {
  for (const files of splitExclusive(runnable)) await runPass(files);
  if (!givenServer && machine.postgres15)
    await runPass(databaseFiles(runnable), { name: 'PostgreSQL 15', binDir: machine.postgres15 });
  for (const { line, program } of machine.nodes)
    await runPass(nodeFiles(runnable), { name: `Node ${line}`, node: program });
} finally {
  await cluster?.stop();
  await removeTemporaryDirectory(prepared);
}
report();

/** What a further pass runs on: `binDir` has the programs of its server, `node` is the program that runs it. */
interface Platform {
  name: string;
  binDir?: string;
  node?: string;
}

/** One pass on its own server. */
async function runPass(files: string[], { name, binDir, node }: Partial<Platform> = {}): Promise<void> {
  if (files.length === 0 || interrupted) return;
  if (name) console.log(`\nOnce more on ${name}:`);
  cluster = givenServer ? undefined : await startThrowawayCluster({ binDir });
  const environment = {
    TEST_DATABASE_URL: cluster?.url ?? givenServer ?? '',
    TEST_PREPARED_CLUSTER: prepared,
    ...describeMachine(machine),
  };
  pass = startPass({ files, options, environment, node });
  if (interrupted) pass.stop();
  const result = await pass.result;
  for (const count of ['passed', 'failed', 'skipped'] as const) total[count] += result[count];
  for (const failure of result.failures) total.failures.push(name ? `on ${name}, ${failure}` : failure);
  total.slowest.push(...result.slowest);
  await cluster?.stop();
  cluster = undefined;
}

/** Suites that need Redis or systemd skip themselves only when this says so, never because they did not find it. */
function describeMachine({ redis, chromium, systemdAnalyze, postgres15 }: Machine): Record<string, string> {
  return {
    ...(redis ? {} : { TEST_WITHOUT_REDIS: 'true' }),
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    ...(postgres15 ? { TEST_POSTGRES_15: postgres15 } : {}),
    ...(systemdAnalyze ? {} : { TEST_WITHOUT_SYSTEMD: 'true' }),
  };
}

function interrupt(): void {
  interrupted = true;
  pass?.stop();
}

function report(): void {
  const leftOut = listLeftOut();
  console.log(`\nSlowest files: ${total.slowest.map(([file, s]) => `${file} ${s.toFixed(0)} s`).join(', ')}`);
  // Repeated at the end, where they are also visible in the tail of a long output.
  for (const failure of total.failures) console.log(`\nFailed: ${failure}`);
  for (const sentence of leftOut) console.log(`Left out: ${sentence}`);
  if (total.skipped > 0) console.log(`${total.skipped} skipped by their own files.`);
  const isComplete = leftOut.length === 0 && total.skipped === 0;
  const nothingRan = total.passed + total.failed === 0;
  if (nothingRan) console.log('No test ran.');
  if (process.env['CI'] === 'true' && !isComplete) console.log('CI=true: leaving tests out is a failure.');
  const ok =
    total.failed === 0 && !nothingRan && !interrupted && (isComplete || process.env['CI'] !== 'true');
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = interrupted ? 130 : ok ? 0 : 1;
}

function listLeftOut(): string[] {
  const missingNodes = nodeFiles(runnable).length > 0 ? machine.missingNodes : [];
  const without15 = databaseFiles(runnable).length > 0 && (givenServer || !machine.postgres15);
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
