// Ends a claim that was not proven within its seven days.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { STOP_WAITING } from './claim.ts';

/** Ends a pending claim whose time is over. @returns false for any other claim */
export async function expireClaim(database: Queryable, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'expire-claim',
    text: `UPDATE domain_claims SET status = 'expired', ${STOP_WAITING}
           WHERE id = $1 AND status = 'pending' AND expires_at <= $2`,
    values: [id, now],
  });
  return rowCount === 1;
}
