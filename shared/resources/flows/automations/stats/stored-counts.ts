// The counts of automations with many runs, as last counted (table `automation_stats`).
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { RunCounts } from './counts.ts';

/** Counts, and when they were made. */
export interface StoredCounts {
  counts: RunCounts;
  countedAt: Date;
}

/** Finds the last counts of an automation. */
export async function findCounts(
  database: Queryable,
  automationId: string,
): Promise<StoredCounts | undefined> {
  const { rows } = await database.query<StoredCounts>({
    name: 'find-automation-stats',
    text: 'SELECT counts, counted_at AS "countedAt" FROM automation_stats WHERE automation_id = $1',
    values: [automationId],
  });
  return rows[0];
}

/** Stores the counts of an automation instead of its last ones. */
export async function storeCounts(
  database: Queryable,
  automationId: string,
  { counts, countedAt }: StoredCounts,
): Promise<void> {
  await database.query({
    name: 'store-automation-stats',
    text: `INSERT INTO automation_stats (automation_id, counts, counted_at) VALUES ($1, $2, $3)
           ON CONFLICT (automation_id) DO UPDATE SET counts = excluded.counts, counted_at = excluded.counted_at`,
    values: [automationId, JSON.stringify(counts), countedAt],
  });
}

/** Deletes the counts of an automation that is removed. */
export async function deleteCounts(database: Queryable, automationId: string): Promise<void> {
  await database.query({
    name: 'delete-automation-stats',
    text: 'DELETE FROM automation_stats WHERE automation_id = $1',
    values: [automationId],
  });
}
