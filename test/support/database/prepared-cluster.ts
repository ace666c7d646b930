// A stopped cluster with a migrated database, created once per run. A test that needs its own Postgres, but does not
// test how one is created, starts on a copy: that costs a tenth of initdb and the migrations.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startCluster } from '../../../dev/postgres/cluster.ts';
import { clusterLink, openClusterHome } from '../../../dev/postgres/cluster-home.ts';
import { findServerUser } from '../../../dev/postgres/server-user.ts';
import { THROWAWAY_SETTINGS } from '../../../dev/postgres/settings.ts';
import { migrate } from '../../../shared/platform/db/migrations/migrate.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { PARTITIONED_TABLES } from '../../../shared/resources/partitioned-tables.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../../runner/throwaway-cluster.ts';
import { makeTemplate, serverUrl, withServer } from './database.ts';

/** Key of the advisory lock under which the cluster is created, once for all test processes. */
const LOCK_KEY = 0x70726570;
/** WAL segments that are kept for reuse would be more than half of each copy. */
const SETTINGS = { ...THROWAWAY_SETTINGS, min_wal_size: '32MB', wal_recycle: 'off' };
const run = promisify(execFile);

/** Puts a cluster into `dataDir`, as a start leaves it that got as far as the migrations. */
export async function copyPreparedCluster(dataDir: string): Promise<void> {
  const prepared = await findPrepared();
  const user = await findServerUser(clusterLink(prepared));
  const home = await openClusterHome(dataDir, user);
  await run('cp', ['-a', path.join(await realpath(clusterLink(prepared)), 'data'), home]);
  await run('cp', ['-a', path.join(prepared, 'postgres-password'), dataDir]);
}

/** Starts a server that the test may break, with the template of `createDatabase` on it. */
export function startPreparedCluster(settings: Record<string, string>): Promise<ThrowawayCluster> {
  return startThrowawayCluster({ settings, fill: copyPreparedCluster });
}

async function findPrepared(): Promise<string> {
  const directory = process.env['TEST_PREPARED_CLUSTER'];
  if (!directory)
    throw new Error('TEST_PREPARED_CLUSTER is absent: run the tests with `npm test -- <files>`.');
  await withServer(serverUrl(), async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    if (!existsSync(directory)) await prepare(directory);
  });
  return directory;
}

/** Creates it under a temporary name and renames it at the end, so that it is complete or absent. */
async function prepare(directory: string): Promise<void> {
  const unfinished = `${directory}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished);
  // Accessible for the user that Postgres runs as when we are root, whatever the umask is.
  await chmod(unfinished, 0o755);
  const log = createLog({ level: 'warn', process: 'prepared cluster' });
  const cluster = await startCluster({ dataDir: unfinished, port: 0, log, settings: SETTINGS });
  await migrate({
    connectionString: cluster.url,
    partitionedTables: PARTITIONED_TABLES,
    clock: createSystemClock(),
    log,
  });
  await makeTemplate(cluster.url);
  await cluster.stop('fast');
  await rename(unfinished, directory);
}
