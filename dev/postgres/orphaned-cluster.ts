// Finds and stops a server that a killed start left running, without starting anything.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { clusterLink } from './cluster-home.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';

/** Stops the server of `dataDir` if one runs. */
export async function stopOrphanedCluster(dataDir: string): Promise<void> {
  const home = await realpath(clusterLink(dataDir)).catch(() => undefined);
  const data = home && path.join(home, 'data');
  const postmaster = data && (await findPostmaster(data));
  if (postmaster) await stopPostmaster(postmaster.pid, data, 'fast');
}
