// Removes one-time links that have expired: nothing can be done with them any more.
import type { Queryable } from '../../platform/db/connect.ts';

/** Rows of a statement. */
const REMOVED_AT_ONCE = 1_000;

/** A link that a request is taking is left out: the next run finds it. */
const DELETE = `
  DELETE FROM one_time_links WHERE id = ANY(ARRAY(
    SELECT id FROM one_time_links WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${REMOVED_AT_ONCE}
    FOR UPDATE SKIP LOCKED))`;

/** Removes links that expired before `now`. Safe to repeat. @returns their number */
export async function removeOldLinks(database: Queryable, now: Date): Promise<number> {
  for (let removed = 0; ; ) {
    const { rowCount } = await database.query({ name: 'remove-old-links', text: DELETE, values: [now] });
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < REMOVED_AT_ONCE) return removed;
  }
}
