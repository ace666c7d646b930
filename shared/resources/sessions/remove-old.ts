// Removes sessions that have ended by time.
import type { Queryable } from '../../platform/db/connect.ts';

/** Rows of a statement. */
const REMOVED_AT_ONCE = 1_000;

/** Removes sessions that expired before `now`. */
export async function removeEndedSessions(database: Queryable, now: Date): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query(
      `DELETE FROM sessions WHERE id = ANY(ARRAY(
         SELECT id FROM sessions WHERE expires_at <= $1 ORDER BY id LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED))`,
      [now],
    );
    if ((rowCount ?? 0) < REMOVED_AT_ONCE) return;
  }
}
