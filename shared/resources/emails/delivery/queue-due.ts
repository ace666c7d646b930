// Scheduled emails whose time has come: pending becomes queued, and their recipients are woken. The email's row
// decides, under its lock: cancel.ts and reschedule.ts compare and set the same row, so that of the three only one
// can win. Who is not canceled by then is sent; who is queued cannot be canceled any more.
import type { Queryable } from '../../../platform/db/connect.ts';

/**
 * Locks are skipped, not waited for: whoever holds one is a cancel, a reschedule or another tick, and the next tick
 * looks again. Keys are handed on as arrays, as everywhere (shared/platform/work/work-table.ts). The recipients are updated last,
 * by emails that are locked.
 */
const QUEUE_DUE = `
  WITH due AS (
    SELECT DISTINCT email_id FROM (
      SELECT email_id FROM email_recipients
      WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at <= $1 AND state = 'pending'
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
 * Queues what is due.
 * @param limit recipients that are looked at; all recipients of their emails are woken
 * @returns the recipients to wake
 */
export async function queueDueEmails(database: Queryable, now: Date, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'queue-due-emails',
    text: QUEUE_DUE,
    values: [now, limit],
  });
  return rows.map(({ id }) => id);
}
