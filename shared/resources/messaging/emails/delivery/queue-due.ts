// When a scheduled email is due: pending becomes queued, once it is the turn of one of its recipients
// (shared/platform/work/turns). The email's row decides, under its lock: cancel.ts and reschedule.ts do a compare-and-set
// on the same row, so only one of the three succeeds. An email that is not canceled by then is sent; a queued email can
// no longer be canceled.
import type { Queryable } from '../../../../platform/db/connect.ts';

/**
 * Locked emails are skipped: a cancel, a reschedule or another tick has locked them, and the next tick tries again. Keys
 * are passed as arrays, for the plan (shared/platform/work/work-table-sql.ts). Recipients are updated last, through
 * their locked emails.
 */
const QUEUE = `
  WITH locked AS (
    SELECT id FROM emails
    WHERE id = ANY(ARRAY(SELECT email_id FROM email_recipients WHERE id = ANY($1::uuid[]) AND state = 'pending'))
      AND status = 'pending' AND scheduled_at <= $2
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  ), queued AS (
    UPDATE emails SET status = 'queued' WHERE id = ANY(ARRAY(SELECT id FROM locked))
  )
  UPDATE email_recipients SET state = 'queued', updated_at = $2
  WHERE email_id = ANY(ARRAY(SELECT id FROM locked)) AND state = 'pending'`;

/** Queues the scheduled emails of recipients that are due. All recipients of an email are queued with it. */
export async function queueEmails(
  database: Queryable,
  recipientIds: readonly string[],
  now: Date,
): Promise<void> {
  await database.query({ name: 'queue-due-emails', text: QUEUE, values: [recipientIds, now] });
}
