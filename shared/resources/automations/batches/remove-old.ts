// Retention of batches: one that has ended is shown for as long as runs are.
import { RUN_RETENTION_DAYS } from '../../../contract/limits.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';

/** Batches that one run of the task removes. */
const REMOVED_MAX = 10_000;

/** Removes batches that have ended long ago. Safe to repeat. */
export async function removeOldBatches(database: Queryable, now: Date): Promise<void> {
  await database.query({
    name: 'remove-old-automation-batches',
    text: `DELETE FROM automation_batch_work WHERE id = ANY(ARRAY(
             SELECT id FROM automation_batch_work WHERE ended_at < $1 ORDER BY ended_at LIMIT ${REMOVED_MAX}))`,
    values: [new Date(now.getTime() - RUN_RETENTION_DAYS * DAY_MS)],
  });
}
