// Finds the groups of workers (see the Procfile) that have a live process, so that operators can see when a kind of
// work is not done because no worker runs.
import type { Queryable } from '../../db/connect.ts';

/** The groups with at least one process that has renewed its lease within `deadAfterMs`. */
export async function findAliveGroups(database: Queryable, deadAfterMs: number): Promise<Set<string>> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT DISTINCT unnest(groups) AS name FROM worker_processes
     WHERE heartbeat_at > clock_timestamp() - $1 * interval '1 millisecond'`,
    [deadAfterMs],
  );
  return new Set(rows.map(({ name }) => name));
}
