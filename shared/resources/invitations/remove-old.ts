// Retention of invitations that nobody accepted: they are removed 30 days after they have expired, with their links.
import { INVITATION_RETENTION_DAYS } from '../../contract/limits.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import { PIECE_ROWS, removeInPieces } from '../../platform/db/remove-in-pieces.ts';
import { DAY_MS } from '../../platform/time/durations.ts';

/** One that a request has locked, such as a resend, is left out. */
const DELETE = `
  DELETE FROM invitations WHERE id = ANY(ARRAY(
    SELECT id FROM invitations WHERE expires_at < $1 ORDER BY expires_at LIMIT ${PIECE_ROWS}
    FOR UPDATE SKIP LOCKED))`;

/** Removes invitations that expired long ago. Safe to repeat. @returns their number */
export async function removeOldInvitations(database: Queryable, now: Date): Promise<number> {
  const expiredBefore = new Date(now.getTime() - INVITATION_RETENTION_DAYS * DAY_MS);
  return await removeInPieces(database, {
    name: 'remove-old-invitations',
    text: DELETE,
    values: [expiredBefore],
  });
}
