// Retention of invitations that nobody accepted: they are removed 30 days after they have expired, with their links.
import { INVITATION_RETENTION_DAYS } from '../../contract/limits.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import { DAY_MS } from '../../platform/time/durations.ts';

/** Rows of a statement. */
const REMOVED_AT_ONCE = 1_000;

/** One that a request has locked, such as a resend, is left out. */
const DELETE = `
  DELETE FROM invitations WHERE id = ANY(ARRAY(
    SELECT id FROM invitations WHERE expires_at < $1 ORDER BY expires_at LIMIT ${REMOVED_AT_ONCE}
    FOR UPDATE SKIP LOCKED))`;

/** Removes invitations that expired long ago. Safe to repeat. @returns their number */
export async function removeOldInvitations(database: Queryable, now: Date): Promise<number> {
  const expiredBefore = new Date(now.getTime() - INVITATION_RETENTION_DAYS * DAY_MS);
  for (let removed = 0; ; ) {
    const { rowCount } = await database.query({
      name: 'remove-old-invitations',
      text: DELETE,
      values: [expiredBefore],
    });
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < REMOVED_AT_ONCE) return removed;
  }
}
