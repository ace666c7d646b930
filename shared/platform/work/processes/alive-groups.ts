// Which groups of workers (Procfile) have a living process: what operators are told when a kind of work stands still
// because nobody does it.
import type { Queryable } from '../../db/connect.ts';

/** The groups of which at least one process has renewed its lease within the time. */
export async function findAliveGroups(database: Queryable, deadAfterMs: number): Promise<Set<string>> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT DISTINCT unnest(groups) AS name FROM worker_processes
     WHERE heartbeat_at > clock_timestamp() - $1 * interval '1 millisecond'`,
    [deadAfterMs],
  );
  return new Set(rows.map(({ name }) => name));
}
