// The Postgres server of one run of the tests: it forgets faster than it could be made to remember.
import { THROWAWAY_SETTINGS } from '../../dev/postgres/settings.ts';
import { startTemporaryCluster, type TemporaryCluster } from '../../dev/postgres/temporary-cluster.ts';

export type ThrowawayCluster = TemporaryCluster;

/** Starts a server; `binDir` names other programs than the packaged ones, `settings` win over the usual ones. */
export function startThrowawayCluster(
  binDir?: string,
  settings: Record<string, string> = {},
): Promise<ThrowawayCluster> {
  return startTemporaryCluster({
    prefix: 'posthorn-test-',
    settings: { ...THROWAWAY_SETTINGS, ...settings },
    binDir,
  });
}
