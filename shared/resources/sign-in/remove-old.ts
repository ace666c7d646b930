// Removes sign-ins that were waiting for a second factor and have expired.
import type { Queryable } from '../../platform/db/connect.ts';

/** Rows of a statement. */
const REMOVED_AT_ONCE = 1_000;

/** One that a request is answering is left out. */
const DELETE = `
  DELETE FROM sign_in_challenges WHERE token_hash = ANY(ARRAY(
    SELECT token_hash FROM sign_in_challenges WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${REMOVED_AT_ONCE}
    FOR UPDATE SKIP LOCKED))`;

/** Removes challenges that expired before `now`. Safe to repeat. @returns their number */
export async function removeOldChallenges(database: Queryable, now: Date): Promise<number> {
  for (let removed = 0; ; ) {
    const { rowCount } = await database.query({ name: 'remove-old-challenges', text: DELETE, values: [now] });
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < REMOVED_AT_ONCE) return removed;
  }
}
