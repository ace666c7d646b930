// The orderly end of a worker process: without its row in worker_processes it is dead at once, and what it still holds
// may be taken by others.
import type { Queryable } from '../../db/connect.ts';

/** Removes the row of a process that ends. */
export async function endLease(database: Queryable, workerId: string): Promise<void> {
  await database.query('DELETE FROM worker_processes WHERE id = $1', [workerId]);
}
