// Two Postgres servers for tests of failover: a primary and a streaming standby (hot standby), each a throwaway cluster
// that is a copy of the prepared one, so no base backup is needed.
//
//   const { primary, standby, stop } = await startPrimaryAndStandby({ synchronous: true });
//   const url = await createDatabase(primary.url);      standby.urlOf(url) is the same database on the standby
//   primary.freeze(); await standby.promote();           primary.thaw(); await primary.follow(standby);
import { execFile } from 'node:child_process';
import { appendFile, chown, copyFile, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { clusterLink, openClusterHome } from '../../../dev/postgres/cluster-home.ts';
import { STOP_SIGNAL } from '../../../dev/postgres/postmaster.ts';
import { findServerUser } from '../../../dev/postgres/server-user.ts';
import type { TemporaryClusterOptions } from '../../../dev/postgres/temporary-cluster.ts';
import { isAlive } from '../../../dev/processes/process-table.ts';
import { startThrowawayCluster } from '../../runner/throwaway-cluster.ts';
import { eventually } from '../time/eventually.ts';
import { withServer } from './database.ts';
import { copyPreparedCluster } from './prepared-cluster.ts';

/** A server of the two. */
export interface FailingServer {
  readonly url: string;
  /** The same database on this server. */
  urlOf(databaseUrl: string): string;
  /** Resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Stops all of its processes (SIGSTOP): connections stay open and are not answered, as of a machine that vanished. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Stops it in order and starts it as a standby of `primary`. It must not have written what that one does not have. */
  follow(primary: FailingServer): Promise<void>;
  /** Ends it like a crash of its machine. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  /** Puts a base backup of it into the directory of a new cluster. */
  copyTo(dataDir: string): Promise<void>;
  /** Ends it for good, without an answer to what was asked before it was frozen. */
  stop(): Promise<void>;
}

/** A primary and its standby, which has received all that the primary has committed so far if it is synchronous. */
export interface PrimaryAndStandby {
  primary: FailingServer;
  standby: FailingServer;
  stop(): Promise<void>;
}

/** Options of the two servers. */
export interface StandbyOptions {
  /** Each COMMIT waits until the standby has it. */
  synchronous?: boolean;
  /** Server settings of both. */
  settings?: Record<string, string>;
}

const run = promisify(execFile);
/** The standby may read what was written before it connected. */
const SETTINGS = {
  wal_level: 'replica',
  wal_keep_size: '256MB',
  hot_standby: 'on',
  wal_retrieve_retry_interval: '100ms',
};

/** Starts both and waits until the standby streams. */
export async function startPrimaryAndStandby({
  synchronous = false,
  settings = {},
}: StandbyOptions = {}): Promise<PrimaryAndStandby> {
  const primary = await startServer({ settings, fill: copyPreparedCluster });
  const standby = await startServer({ settings, fill: copyPreparedCluster }, primary);
  await untilStreaming(primary.url, synchronous);
  return {
    primary,
    standby,
    async stop() {
      for (const server of [primary, standby]) await server.stop();
    },
  };
}

/** Starts one server. @param primary that it follows; `fill` has put a copy of it into the directory */
export async function startServer(
  { settings, fill, ...options }: Partial<TemporaryClusterOptions>,
  primary?: FailingServer,
): Promise<FailingServer> {
  let dataDir = '';
  const cluster = await startThrowawayCluster({
    ...options,
    settings: { ...SETTINGS, synchronous_commit: 'on', ...settings },
    async fill(directory) {
      dataDir = directory;
      await fill?.(directory);
      if (primary) await makeStandby(directory, primary.url);
    },
  });
  const signal = async (name: NodeJS.Signals) => {
    for (const pid of await processesOf(cluster.pid())) signalOne(pid, name);
  };
  return {
    url: cluster.url,
    urlOf: (databaseUrl) => Object.assign(new URL(databaseUrl), { port: new URL(cluster.url).port }).href,
    promote: () =>
      withServer(cluster.url, async (client) => void (await client.query('SELECT pg_promote()'))),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async follow(next) {
      // In order (fast shutdown): it ends when its standby has received everything.
      process.kill(cluster.pid(), STOP_SIGNAL.fast);
      await eventually('the server has stopped', () => !isAlive(cluster.pid()));
      await makeStandby(dataDir, next.url);
      await cluster.restart();
    },
    crash: () => cluster.crash(),
    restart: () => cluster.restart(),
    copyTo: (directory) => copyRunning(dataDir, cluster.url, directory),
    async stop() {
      // What was frozen ends by this signal before it continues with anything.
      await signal(STOP_SIGNAL.immediate);
      await signal('SIGCONT');
      await cluster.stop();
    },
  };
}

/** As pg_basebackup does it, which the npm package lacks. Files may vanish while they are copied: the WAL has what becomes of them. */
async function copyRunning(dataDir: string, url: string, directory: string): Promise<void> {
  const user = await findServerUser(clusterLink(dataDir));
  const home = await openClusterHome(directory, user);
  const from = path.join(await realpath(clusterLink(dataDir)), 'data');
  const to = path.join(home, 'data');
  await copyFile(path.join(dataDir, 'postgres-password'), path.join(directory, 'postgres-password'));
  await withServer(url, async (client) => {
    await client.query("SELECT pg_backup_start('standby', true)");
    const env = { ...process.env, LC_ALL: 'C' };
    await run('cp', ['-a', from, home], { env }).catch((error) => {
      if (!/^(?:cp: cannot .*: No such file or directory\n)+$/.test(error.stderr)) throw error;
    });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  });
  for (const name of ['pg_wal', 'postmaster.pid']) await rm(path.join(to, name), { recursive: true });
  await mkdir(path.join(to, 'pg_wal'), { mode: 0o700 });
  await writeFile(path.join(to, 'postgresql.auto.conf'), '');
  if (user)
    for (const name of ['pg_wal', 'backup_label']) await chown(path.join(to, name), user.uid, user.gid);
}

async function makeStandby(dataDir: string, primaryUrl: string): Promise<void> {
  const link = clusterLink(dataDir);
  const data = path.join(await realpath(link), 'data');
  const user = await findServerUser(link);
  const signalFile = path.join(data, 'standby.signal');
  await writeFile(signalFile, '');
  if (user) await chown(signalFile, user.uid, user.gid);
  await appendFile(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primaryUrl}'\n`);
}

/** @param synchronous whether each COMMIT of the primary waits for it from now on */
export async function untilStreaming(primaryUrl: string, synchronous: boolean): Promise<void> {
  await withServer(primaryUrl, async (client) => {
    if (synchronous) {
      await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
      await client.query('SELECT pg_reload_conf()');
    }
    const state = synchronous ? 'sync' : 'async';
    await eventually('the standby streams', async () => {
      const { rowCount } = await client.query(
        "SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = $1",
        [state],
      );
      return rowCount === 1;
    });
  });
}

function signalOne(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // A backend that has ended since then.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The postmaster first, so that it starts no further process; then its children. */
async function processesOf(postmaster: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const children = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster)
    .map(([pid = 0]) => pid);
  return [postmaster, ...children];
}
