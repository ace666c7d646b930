// Finds when the groups of workers (see the Procfile) were last seen, so that operators can see when a kind of work is not
// done because no worker runs. A process that ends in order is forgotten at once (end.ts); one that dies is seen for
// the last time up to one renewal before its death.
import type { Queryable } from '../../db/connect.ts';

/** Group → seconds since the last renewal of any of its processes; groups without a process are absent. */
export async function findSecondsSinceSeen(database: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ name: string; seconds: number }>(
    `SELECT name, greatest(extract(epoch FROM clock_timestamp() - max(heartbeat_at)), 0)::float AS seconds
     FROM worker_processes CROSS JOIN unnest(groups) AS name GROUP BY name`,
  );
  return new Map(rows.map(({ name, seconds }) => [name, seconds]));
}

/** The groups with at least one process that has renewed its lease within `deadAfterMs`. */
export async function findAliveGroups(database: Queryable, deadAfterMs: number): Promise<Set<string>> {
  const seen = [...(await findSecondsSinceSeen(database))];
  return new Set(seen.filter(([, seconds]) => seconds * 1_000 < deadAfterMs).map(([name]) => name));
}
