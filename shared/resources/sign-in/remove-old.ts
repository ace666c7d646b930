// Removes sign-ins that were waiting for a second factor and have expired.
import type { Queryable } from '../../platform/db/connect.ts';
import { PIECE_ROWS, removeInPieces } from '../../platform/db/remove-in-pieces.ts';

/** One that a request is answering is left out. */
const DELETE = `
  DELETE FROM sign_in_challenges WHERE token_hash = ANY(ARRAY(
    SELECT token_hash FROM sign_in_challenges WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${PIECE_ROWS}
    FOR UPDATE SKIP LOCKED))`;

/** Removes challenges that expired before `now`. Safe to repeat. @returns their number */
export async function removeOldChallenges(database: Queryable, now: Date): Promise<number> {
  return await removeInPieces(database, { name: 'remove-old-challenges', text: DELETE, values: [now] });
}
