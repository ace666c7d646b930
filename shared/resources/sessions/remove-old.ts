// Removes sessions that have ended by time.
import type { Queryable } from '../../platform/db/connect.ts';
import { PIECE_ROWS, removeInPieces } from '../../platform/db/remove-in-pieces.ts';

/** One that a request has locked is left out. */
const DELETE = `
  DELETE FROM sessions WHERE id = ANY(ARRAY(
    SELECT id FROM sessions WHERE expires_at <= $1 ORDER BY id LIMIT ${PIECE_ROWS} FOR UPDATE SKIP LOCKED))`;

/** Removes sessions that expired before `now`. Safe to repeat. @returns their number */
export async function removeEndedSessions(database: Queryable, now: Date): Promise<number> {
  return await removeInPieces(database, { name: 'remove-ended-sessions', text: DELETE, values: [now] });
}
