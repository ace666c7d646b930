// Starts a Postgres cluster without an installed Postgres: for `npm start` (kept in DATA_DIR, adopted again after a
// kill) and for `npm test` (temporary). The server is a detached process, because Ctrl-C must reach it last; it listens
// on 127.0.0.1 only and requires a password.
//
//   absent ──initdb──► stopped ──start──► running ──stop──► stopped
//                                            ▲ adopted: left running by a killed start
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { SQLSTATES, sqlstateOf } from '../../shared/platform/failures/sqlstates.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { freePort } from '../processes/ports.ts';
import { StartError } from '../start-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { clusterLink, openClusterHome, openCopyDirectory, openPassword } from './cluster-home.ts';
import { initializeData, refuseOtherVersion, SERVER_ENVIRONMENT, SUPERUSER } from './initialize.ts';
import {
  clearStalePid,
  findPostmaster,
  isPostmasterOf,
  type Postmaster,
  type StopMode,
  stopPostmaster,
  waitUntilItAnswers,
} from './postmaster.ts';
import { findServerUser, type ServerUser } from './server-user.ts';
import { serverSettings } from './settings.ts';

/** The database of every cluster; it belongs to the superuser of the same name. */
const DATABASE = SUPERUSER;
/**
 * For how long a start is tried again: another program took the free port between our check and the server's start, or
 * processes of a killed server still end.
 */
const START_MS = 30_000;
const PAUSE_MS = 200;

/** Options of `startCluster`. */
export interface ClusterOptions {
  /** Directory of the cluster; created when absent. */
  dataDir: string;
  /** 0 picks a free port. An adopted server keeps its port. */
  port: number;
  log: Logger;
  /** Server settings that override those of settings.ts. */
  settings?: Record<string, string>;
  /** Directory of other Postgres programs; if absent, those of the npm package. */
  binDir?: string | undefined;
}

/** A running cluster. */
export interface Cluster {
  /** Connection string of the superuser to the database `posthorn`. */
  url: string;
  port: number;
  pid: number;
  /** True when an earlier start had left the server running. */
  adopted: boolean;
  isRunning(): boolean;
  /** Stops the server and waits until it has ended; `fast` turns into `immediate` after three seconds. */
  stop(mode: StopMode): Promise<void>;
}

/** The facts before a server runs. */
interface Prepared {
  binaries: Binaries;
  user: ServerUser | undefined;
  data: string;
  password: string;
  logFile: string;
}

/**
 * Starts the cluster of `dataDir`, or adopts the server that already runs on it.
 * The caller makes sure that nothing else starts the same directory at the same time.
 * @throws StartError with one sentence when that is not possible
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const prepared = await prepare(options);
  const cluster = (await adopt(prepared)) ?? (await start(prepared, options));
  await createDatabase(cluster.url);
  return cluster;
}

async function prepare({ dataDir, binDir, log }: ClusterOptions): Promise<Prepared> {
  const user = await findServerUser(clusterLink(dataDir));
  const binaries = await findBinaries(binDir, user, await openCopyDirectory(dataDir, user));
  const home = await openClusterHome(dataDir, user);
  const password = await openPassword(dataDir);
  const data = path.join(home, 'data');
  if (!existsSync(data)) {
    log.info({ version: binaries.version }, 'making a new database cluster');
    await initializeData(home, binaries, user, password);
  }
  await refuseOtherVersion(data, binaries);
  return { binaries, user, data, password, logFile: path.join(path.resolve(dataDir), 'postgres.log') };
}

async function adopt(prepared: Prepared): Promise<Cluster | undefined> {
  const postmaster = await findPostmaster(prepared.data);
  if (!postmaster) return undefined;
  const cluster = describe(prepared, postmaster, true);
  // A server that was already stopping ends here; then a new one is started.
  return (await answersOrStops(cluster)) ? cluster : undefined;
}

async function start(prepared: Prepared, options: ClusterOptions): Promise<Cluster> {
  await clearStalePid(prepared.data);
  const until = performance.now() + START_MS;
  for (;;) {
    const port = options.port || (await freePort());
    const child = await spawnServer(prepared, port, options.settings);
    const cluster = describe(prepared, { pid: child.pid ?? 0, port }, false);
    if (await answersOrStops(cluster)) return cluster;
    const complaint = await lastComplaint(prepared.logFile);
    if (performance.now() > until || !worthAnotherTry(complaint)) {
      throw new StartError(`Postgres did not start: ${complaint}; its log is ${prepared.logFile}.`);
    }
    await setTimeout(PAUSE_MS);
  }
}

/** Waits for the server; a server that does not answer is stopped. */
async function answersOrStops(cluster: Cluster): Promise<boolean> {
  let answers = false;
  try {
    answers = await waitUntilItAnswers(adminUrl(cluster.url), cluster.isRunning);
    return answers;
  } finally {
    if (!answers) await cluster.stop('immediate');
  }
}

/** Starts the server with its own log file: a pipe to this process would break when this process is killed. */
async function spawnServer(
  { binaries, user, data, logFile }: Prepared,
  port: number,
  overrides: Record<string, string> | undefined,
): Promise<ChildProcess> {
  await rename(logFile, `${logFile}.1`).catch(() => {});
  const log = await open(logFile, 'w', 0o600);
  const settings = { ...serverSettings(binaries.version, overrides), port: String(port) };
  const settingArguments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', data, ...settingArguments], {
    ...user,
    cwd: '/',
    detached: true,
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.on('error', () => {});
  child.unref();
  await log.close();
  return child;
}

function describe(prepared: Prepared, { pid, port }: Postmaster, adopted: boolean): Cluster {
  const url = `postgres://${SUPERUSER}:${prepared.password}@127.0.0.1:${port}/${DATABASE}`;
  return {
    url,
    port,
    pid,
    adopted,
    isRunning: () => isPostmasterOf(pid, prepared.data),
    stop: (mode) => stopPostmaster(pid, prepared.data, mode),
  };
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl(url) });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    if (sqlstateOf(error) !== SQLSTATES.duplicateDatabase) throw error;
  } finally {
    await client.end();
  }
}

/** URL of the same server with the database that initdb creates. */
function adminUrl(url: string): string {
  return url.replace(/[^/]+$/, 'postgres');
}

async function lastComplaint(logFile: string): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  const complaint = [...log.matchAll(/(?:FATAL|PANIC): +(.*)/g)].at(-1)?.[1];
  return complaint ?? (log.trim().split('\n').at(-1) || 'it gave no reason');
}

/** The port was taken in the meantime, or backends of a killed server still run. */
function worthAnotherTry(complaint: string): boolean {
  return /TCP\/IP sockets|shared memory block/.test(complaint);
}
