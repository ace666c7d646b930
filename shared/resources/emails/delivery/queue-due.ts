// When a scheduled email is due: pending becomes queued, and its recipients are woken. The email's row decides, under
// its lock: cancel.ts and reschedule.ts do a compare-and-set on the same row, so only one of the three succeeds. An
// email that is not canceled by then is sent; a queued email can no longer be canceled.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { MailLane } from '../email.ts';

/**
 * Locked emails are skipped: a cancel, a reschedule or another tick holds the lock, and the next tick tries again. Keys
 * are passed as arrays, for the plan (shared/platform/work/work-table-sql.ts). Recipients are updated last, through
 * their locked emails.
 */
const QUEUE_DUE = `
  WITH due AS (
    SELECT DISTINCT email_id FROM (
      SELECT email_id FROM email_recipients
      WHERE lane = $3 AND claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at <= $1 AND state = 'pending'
      ORDER BY next_attempt_at LIMIT $2) AS recipient
  ), locked AS (
    SELECT id FROM emails
    WHERE id = ANY(ARRAY(SELECT email_id FROM due)) AND status = 'pending' AND scheduled_at <= $1
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  ), queued AS (
    UPDATE emails SET status = 'queued' WHERE id = ANY(ARRAY(SELECT id FROM locked))
  )
  UPDATE email_recipients SET state = 'queued', woken_at = clock_timestamp(), updated_at = $1
  WHERE email_id = ANY(ARRAY(SELECT id FROM locked)) AND state = 'pending'
  RETURNING id`;

/**
 * Queues the emails of a lane that are due.
 * @param limit number of recipients that are searched; of each email found, all recipients are woken
 * @returns the recipients to wake
 */
export async function queueDueEmails(
  database: Queryable,
  lane: MailLane,
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'queue-due-emails',
    text: QUEUE_DUE,
    values: [now, limit, lane],
  });
  return rows.map(({ id }) => id);
}
