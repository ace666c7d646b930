// Cleans up worker_processes. A process that ends in order removes its row (end.ts); of one that was killed the row
// stays, so that its claims are found and operators see it, until it is forgotten here.
import type { Queryable } from '../../db/connect.ts';

/** Dead workers stay listed this long, for operators. Their rows were freed a minute after they fell silent. */
const KEPT = "interval '1 day'";

/** Removes the rows of workers that died without saying so. */
export async function forgetDeadWorkers(database: Queryable): Promise<void> {
  await database.query(`DELETE FROM worker_processes WHERE heartbeat_at < clock_timestamp() - ${KEPT}`);
}
