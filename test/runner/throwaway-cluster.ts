// A Postgres server for one run of the tests. It is a detached process, so a killed run leaves it behind: the next
// run finds it by its directory, whose name holds the pid of the run that made it.
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCluster } from '../../dev/postgres/cluster.ts';
import { removeClusterHome } from '../../dev/postgres/cluster-home.ts';
import { stopLeftCluster } from '../../dev/postgres/left-cluster.ts';
import { THROWAWAY_SETTINGS } from '../../dev/postgres/settings.ts';
import { isAlive } from '../../dev/process-table.ts';
import { createLog } from '../../shared/log.ts';

const PREFIX = 'posthorn-test-';

/** A server that `stop` removes without a trace. */
export interface ThrowawayCluster {
  url: string;
  stop(): Promise<void>;
  /** Ends it at once, as a crash of its machine would. */
  crash(): Promise<void>;
  /** Starts it again after a crash, on the same port and data. */
  restart(): Promise<void>;
}

/** Starts a server; `binDir` names other programs than the packaged ones, `settings` win over the usual ones. */
export async function startThrowawayCluster(
  binDir?: string,
  settings: Record<string, string> = {},
): Promise<ThrowawayCluster> {
  await removeLeftClusters();
  const dataDir = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  // For the user that Postgres runs as when we are root.
  await chmod(dataDir, 0o755);
  const log = createLog({ level: 'warn', process: 'test' });
  const start = (port: number) =>
    startCluster({ dataDir, port, log, settings: { ...THROWAWAY_SETTINGS, ...settings }, binDir });
  let cluster = await start(0);
  return {
    url: cluster.url,
    async stop() {
      await cluster.stop('immediate');
      await remove(dataDir);
    },
    crash: () => cluster.stop('immediate'),
    async restart() {
      cluster = await start(cluster.port);
    },
  };
}

async function removeLeftClusters(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0;
    if (!pid || isAlive(pid)) continue;
    const dataDir = path.join(tmpdir(), name);
    await stopLeftCluster(dataDir)
      .then(() => remove(dataDir))
      .catch(() => {});
  }
}

async function remove(dataDir: string): Promise<void> {
  await removeClusterHome(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}
