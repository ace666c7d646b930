// The Postgres server of one run of the tests: it forgets faster than it could be made to remember.
import { THROWAWAY_SETTINGS } from '../../dev/postgres/settings.ts';
import {
  startTemporaryCluster,
  type TemporaryCluster,
  type TemporaryClusterOptions,
} from '../../dev/postgres/temporary-cluster.ts';

export type ThrowawayCluster = TemporaryCluster;

/** Directories with clusters are named so, followed by the pid of who made them: the next run removes those of the dead. */
export const LEFT_BY_RUNS = 'posthorn-test-';
/** The log of the usual 4 GB would be the largest thing in memory. */
const MAX_WAL_SIZE = '256MB';

/** Starts a server; `settings` win over the usual ones. */
export function startThrowawayCluster({
  settings,
  ...options
}: Omit<TemporaryClusterOptions, 'prefix'> = {}): Promise<ThrowawayCluster> {
  return startTemporaryCluster({
    prefix: LEFT_BY_RUNS,
    settings: { ...THROWAWAY_SETTINGS, max_wal_size: MAX_WAL_SIZE, ...settings },
    ...options,
  });
}
