// Retention of claims that have ended: nobody asks for them any more, and an account can start as many as it likes.
import type { Queryable } from '../../../platform/db/connect.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import { CLAIM_IS_OPEN } from './claim.ts';

/** How long a claim is kept after its start, unless it is open. */
const RETENTION_MS = 90 * DAY_MS;
/** Claims that one run removes. */
const REMOVED_AT_ONCE = 10_000;

/** Removes old claims. Safe to repeat. */
export async function removeOldClaims(database: Queryable, now: Date): Promise<void> {
  await database.query(
    `DELETE FROM domain_claims WHERE id = ANY(ARRAY(
       SELECT id FROM domain_claims WHERE created_at < $1 AND NOT ${CLAIM_IS_OPEN} ORDER BY id LIMIT ${REMOVED_AT_ONCE}))`,
    [new Date(now.getTime() - RETENTION_MS)],
  );
}
