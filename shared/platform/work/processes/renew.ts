// The heartbeat of a worker process (workers/runtime/lease.ts): the first one inserts its row in worker_processes, the
// later ones renew it, with the time of the database's clock.
import type { Queryable } from '../../db/connect.ts';

/** A worker process, with what operators need to find it. */
export interface WorkerProcess {
  /** The value of `claimed_by` in the rows that it claims. */
  id: string;
  groups: readonly string[];
  host: string;
  pid: number;
}

/**
 * Renews the lease of a process. Its commit waits for the standby: another server must know what a worker relies on.
 */
export async function renewLease(
  database: Queryable,
  { id, groups, host, pid }: WorkerProcess,
): Promise<void> {
  await database.query({
    name: 'renew-lease',
    text: `INSERT INTO worker_processes (id, groups, host, pid, renders_contents, counts_variants, paces_campaigns,
                                         knows_polls)
           VALUES ($1, $2, $3, $4, true, true, true, true)
           ON CONFLICT (id) DO UPDATE SET heartbeat_at = clock_timestamp()`,
    values: [id, groups, host, pid],
  });
}
