// The temporary Postgres server of one run of the tests. Its data need not survive a crash.
import { THROWAWAY_SETTINGS } from '../../dev/postgres/settings.ts';
import {
  startTemporaryCluster,
  type TemporaryCluster,
  type TemporaryClusterOptions,
} from '../../dev/postgres/temporary-cluster.ts';

export type ThrowawayCluster = TemporaryCluster;

/** Prefix of directories with clusters, followed by the pid of their run: the next run removes those of ended runs. */
export const CLUSTER_DIRECTORY_PREFIX = 'posthorn-test-';
/** The default WAL of 4 GB would be the largest thing in memory. */
const MAX_WAL_SIZE = '256MB';
/** For all places of a pass (pass.ts), each with the pools of a test's processes. */
const MAX_CONNECTIONS = '500';

/** Starts a server; `settings` override the default ones. */
export function startThrowawayCluster({
  settings,
  ...options
}: Partial<TemporaryClusterOptions> = {}): Promise<ThrowawayCluster> {
  return startTemporaryCluster({
    prefix: CLUSTER_DIRECTORY_PREFIX,
    settings: {
      ...THROWAWAY_SETTINGS,
      max_wal_size: MAX_WAL_SIZE,
      max_connections: MAX_CONNECTIONS,
      ...settings,
    },
    ...options,
  });
}
