// Retention of the ids of deleted contacts, which erasures need to find what was left of them: as long as anything is
// left. Runs are cancelled with their contact and kept for RUN_RETENTION_DAYS, its events are older than its deletion.
import { EVENT_RETENTION_DAYS, RUN_RETENTION_DAYS } from '../../../contract/limits.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';

/** Runs and events are removed by tasks of their own, which may be late. */
const RETENTION_MS = (Math.max(RUN_RETENTION_DAYS, EVENT_RETENTION_DAYS) + 1) * DAY_MS;
/** Rows that one statement deletes, and the longest run: the next run continues. */
const DELETED_AT_ONCE = 5_000;
const REMOVING_MAX_MS = 10_000;

/** A row that an erasure is taking is left out: it is deleted with it. */
const DELETE = `
  DELETE FROM contact_former_ids WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM contact_former_ids WHERE deleted_at < $1 ORDER BY deleted_at
    LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED))`;

/** Removes ids of contacts that were deleted long ago. Safe to repeat. @returns their number */
export async function removeFormerIds(database: Database, now: Date): Promise<number> {
  const deletedBefore = new Date(now.getTime() - RETENTION_MS);
  const stopAtMs = performance.now() + REMOVING_MAX_MS;
  for (let removed = 0; ; ) {
    const { rowCount } = await database.query(DELETE, [deletedBefore]);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < DELETED_AT_ONCE || performance.now() > stopAtMs) return removed;
  }
}
