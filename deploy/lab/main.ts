// `npm run lab -- <name> [--times=3] [--logs=<file>]`: runs one lab, prints the rows of docs/scaling.md, and ends with 1 when
// a limit was broken. It runs in a network, and among processes, of its own, so that servers may have the addresses that
// their configuration has, and no process is left when it is killed; its files are removed by the next one.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isAlive } from '../../dev/processes/process-table.ts';
import { type LabServers, runLab } from './lab.ts';

/** What of a lab is loaded when it is run. */
interface Lab {
  start(): Promise<LabServers>;
  /** What must be installed: programs, or files of libraries, and the Debian packages that have them. */
  packages: Record<string, string>;
}

const LABS: Record<string, () => Promise<Lab>> = {
  'postgres-ha': async () => (await import('./postgres-ha.ts')).POSTGRES_HA,
  pooler: async () => (await import('./pooler.ts')).POOLER,
  'redis-ha': async () => (await import('./redis-ha.ts')).REDIS_HA,
  'redis-ha-cluster': async () => (await import('./redis-ha.ts')).REDIS_HA_CLUSTER,
};
/** For the namespaces, and for the network in them. */
const PACKAGES = { unshare: 'util-linux', ip: 'iproute2' };
const NAMESPACES = ['--net', '--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL'];
const INSIDE = 'LAB_IS_INSIDE';
/**
 * The prefix of the directory for all files of a lab; the id of its process follows, which the lab itself does not
 * know.
 */
const PREFIX = 'posthorn-lab-';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '3' }, logs: { type: 'string' } },
});
const [name = ''] = positionals;
// What holds the networks of the machines would keep it alive.
process.exit(process.env[INSIDE] ? await run() : await enter());

async function enter(): Promise<number> {
  const lab = await LABS[name]?.();
  if (!lab) return fail(`Which lab? ${Object.keys(LABS).join(', ')}`);
  if (process.getuid?.() !== 0)
    return fail('A lab has networks of its own, which only root may have: run it as root.');
  const packages = Object.entries({ ...PACKAGES, ...lab.packages });
  const missing = new Set(packages.filter(([file]) => !isThere(file)).map(([, each]) => each));
  if (missing.size > 0) return fail(`This lab needs: apt-get install ${[...missing].join(' ')}`);
  const command = [
    process.execPath,
    ...process.execArgv,
    fileURLToPath(import.meta.url),
    ...process.argv.slice(2),
  ];
  removeLeftDirectories();
  const directory = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  // Ordinary users run the servers.
  chmodSync(directory, 0o755);
  const options = {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: 'true', TMPDIR: directory },
  } as const;
  const { status } = spawnSync(
    'setpriv',
    ['--pdeathsig=KILL', 'unshare', ...NAMESPACES, ...command],
    options,
  );
  rmSync(directory, { recursive: true });
  return status ?? 1;
}

/** Removes the directories of labs that were killed. */
function removeLeftDirectories(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0;
    if (pid && !isAlive(pid)) rmSync(path.join(tmpdir(), name), { recursive: true });
  }
}

async function run(): Promise<number> {
  // It is the first process of its namespace, for which signals have no default.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  spawnSync('ip', ['link', 'set', 'lo', 'up']);
  const lab = await LABS[name]?.();
  if (!lab) return 1;
  const report = await runLab(name, lab.start, {
    times: Number(values.times),
    secondMachine: { CLOCK_OFFSET_MS: '60000' },
    logFile: values.logs,
    say: (line) => process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`\n${report.table}\n`);
  for (const problem of report.problems) process.stderr.write(`${problem}\n`);
  return report.problems.length > 0 ? 1 : 0;
}

function fail(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 1;
}

function isThere(file: string): boolean {
  const directories = file.startsWith('/') ? [''] : (process.env['PATH'] ?? '').split(path.delimiter);
  return directories.some((directory) => existsSync(path.join(directory, file)));
}
