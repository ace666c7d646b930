// Makes mail due that waits for the turn of a mailbox provider, when operators have ended its rest: a batch at a time, as redrive
// does (shared/platform/work/redrive.ts).
import type { Queryable } from '../../../../../platform/db/connect.ts';

/** Recipients of one statement. */
const BATCH = 1_000;

/**
 * Makes the mail due at a time that waits for later. Rows that are woken or claimed do not change.
 * @param destination its key
 * @returns the number of recipients
 */
export async function makeMailDue(database: Queryable, destination: string, dueAt: Date): Promise<number> {
  let moved = 0;
  for (;;) {
    const { rowCount } = await database.query({
      name: 'resume-mail-of-destination',
      text: `
        UPDATE email_recipients SET next_attempt_at = $2, destination = NULL
        WHERE id = ANY(ARRAY(
          SELECT id FROM email_recipients
          WHERE destination = $1 AND next_attempt_at > $2 AND claimed_by IS NULL AND woken_at IS NULL
          ORDER BY next_attempt_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED))`,
      values: [destination, dueAt, BATCH],
    });
    moved += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return moved;
  }
}
