// A temporary Postgres server for one run of the tests or of the benchmark. It is a detached process, so a killed run
// leaves it there; the next run of the same kind finds it by its directory, whose name contains the pid of its run.
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLog } from '../../shared/platform/log/log.ts';
import { isAlive } from '../processes/process-table.ts';
import { startCluster } from './cluster.ts';
import { removeClusterHome } from './cluster-home.ts';
import { stopOrphanedCluster } from './orphaned-cluster.ts';

/** The cluster to start. */
export interface TemporaryClusterOptions {
  /** Kind of run, for example `posthorn-test-`: prefix of the directory's name. */
  prefix: string;
  /** Server settings that override those of settings.ts. */
  settings?: Record<string, string>;
  /** Directory of other Postgres programs; if absent, those of the npm package. */
  binDir?: string | undefined;
  /** Puts a cluster into the new directory; if absent, initdb creates one. */
  fill?: ((dataDir: string) => Promise<void>) | undefined;
}

/** A server; `stop` removes it completely. */
export interface TemporaryCluster {
  url: string;
  pid(): number;
  stop(): Promise<void>;
  /** Kills it, like a crash of its machine. */
  crash(): Promise<void>;
  /** Starts it again after a crash, on the same port and data. */
  restart(): Promise<void>;
}

/** Starts a server, after removing those that killed runs of the same kind left. */
export async function startTemporaryCluster(options: TemporaryClusterOptions): Promise<TemporaryCluster> {
  const { prefix, settings = {}, binDir, fill } = options;
  await removeLeftClusters(prefix);
  const dataDir = await mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}-`));
  // Accessible for the user that Postgres runs as when we are root.
  await chmod(dataDir, 0o755);
  await fill?.(dataDir);
  const log = createLog({ level: 'warn', process: prefix });
  const start = (port: number) => startCluster({ dataDir, port, log, settings, binDir });
  let cluster = await start(0);
  return {
    url: cluster.url,
    pid: () => cluster.pid,
    async stop() {
      await cluster.stop('immediate');
      await removeTemporaryDirectory(dataDir);
    },
    crash: () => cluster.stop('immediate'),
    async restart() {
      cluster = await start(cluster.port);
    },
  };
}

async function removeLeftClusters(prefix: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0;
    if (!pid || isAlive(pid)) continue;
    const dataDir = path.join(tmpdir(), name);
    await stopOrphanedCluster(dataDir)
      .then(() => removeTemporaryDirectory(dataDir))
      .catch(() => {});
  }
}

/** Removes the directory of a temporary cluster and the files next to it. */
export async function removeTemporaryDirectory(dataDir: string): Promise<void> {
  await removeClusterHome(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}
