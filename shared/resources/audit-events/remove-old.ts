// Retention of audit events: they are kept for a year. Their ids are ordered by time, so old events are a range of the
// primary key, which is removed piece by piece.
import { AUDIT_RETENTION_DAYS } from '../../contract/limits.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import { DAY_MS, SECOND_MS } from '../../platform/time/durations.ts';
import { NIL_UUID, uuidV7LowerBound } from '../../platform/time/ids.ts';

/** Events that one statement deletes, and the longest run: the next run continues. */
const REMOVED_AT_ONCE = 5_000;
const REMOVING_MAX_MS = 10 * SECOND_MS;

/** What was removed before is passed over: it stays in the index until a vacuum. */
const DELETE = `
  WITH old AS MATERIALIZED (
    SELECT id FROM audit_events WHERE id > $1 AND id < $2 ORDER BY id LIMIT ${REMOVED_AT_ONCE}
  ), removed AS (
    DELETE FROM audit_events WHERE id = ANY(ARRAY(SELECT id FROM old))
  )
  SELECT id AS last, (SELECT count(*) FROM old)::integer AS count FROM old ORDER BY id DESC LIMIT 1`;

/** Removes events that are older than a year. Safe to repeat. @returns their number */
export async function removeOldAuditEvents(database: Queryable, now: Date): Promise<number> {
  const before = uuidV7LowerBound(new Date(now.getTime() - AUDIT_RETENTION_DAYS * DAY_MS));
  const stopAtMs = performance.now() + REMOVING_MAX_MS;
  let after = NIL_UUID;
  for (let removed = 0; ; ) {
    const { rows } = await database.query<{ last: string; count: number }>({
      name: 'remove-old-audit-events',
      text: DELETE,
      values: [after, before],
    });
    const [{ last, count } = { last: after, count: 0 }] = rows;
    removed += count;
    if (count < REMOVED_AT_ONCE || performance.now() > stopAtMs) return removed;
    after = last;
  }
}
