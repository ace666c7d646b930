// Ends the lease of a worker process at its graceful shutdown: without its row in worker_processes the process counts
// as dead at once, and the sweeper frees the rows that it still has claimed.
import type { Queryable } from '../../db/connect.ts';

/** Deletes the row of a process that ends. */
export async function endLease(database: Queryable, workerId: string): Promise<void> {
  await database.query('DELETE FROM worker_processes WHERE id = $1', [workerId]);
}
