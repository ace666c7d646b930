// Garbage collection of worker_processes. A process that shuts down gracefully deletes its own row (end.ts). The row of
// a killed process stays, so that operators can see it, until it is deleted here.
import type { Queryable } from '../../db/connect.ts';

/** How long dead workers stay listed for operators. The rows that they had claimed were freed after a minute. */
const KEPT = "interval '1 day'";

/** Deletes the rows of workers that died without a graceful shutdown. */
export async function deleteDeadWorkers(database: Queryable): Promise<void> {
  await database.query(`DELETE FROM worker_processes WHERE heartbeat_at < clock_timestamp() - ${KEPT}`);
}
