// Removes one-time links that have expired: nothing can be done with them any more.
import type { Queryable } from '../../platform/db/connect.ts';
import { PIECE_ROWS, removeInPieces } from '../../platform/db/remove-in-pieces.ts';

/** A link that a request is taking is left out: the next run finds it. */
const DELETE = `
  DELETE FROM one_time_links WHERE id = ANY(ARRAY(
    SELECT id FROM one_time_links WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${PIECE_ROWS}
    FOR UPDATE SKIP LOCKED))`;

/** Removes links that expired before `now`. Safe to repeat. @returns their number */
export async function removeOldLinks(database: Queryable, now: Date): Promise<number> {
  return await removeInPieces(database, { name: 'remove-old-links', text: DELETE, values: [now] });
}
