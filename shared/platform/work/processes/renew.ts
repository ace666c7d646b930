// The heartbeat of a worker process (workers/runtime/lease.ts): its row in worker_processes is made with the first one
// and renewed by all others, by the database's clock.
import type { Queryable } from '../../db/connect.ts';

/** A process that works, as operators find it. */
export interface WorkerProcess {
  /** What its rows have in `claimed_by`. */
  id: string;
  groups: readonly string[];
  host: string;
  pid: number;
}

/** Says that a process is alive. */
export async function renewLease(
  database: Queryable,
  { id, groups, host, pid }: WorkerProcess,
): Promise<void> {
  await database.query({
    name: 'renew-lease',
    text: `INSERT INTO worker_processes (id, groups, host, pid) VALUES ($1, $2, $3, $4)
           ON CONFLICT (id) DO UPDATE SET heartbeat_at = clock_timestamp()`,
    values: [id, groups, host, pid],
  });
}
