// Sets emails to `sending` after their recipients were claimed. It is the status that derive-status.ts would derive,
// but cheaper: for an email that waits, only the claim has changed anything.
import type { Transaction } from '../../../../platform/db/transaction.ts';

/**
 * An email is `sending` when no recipient is less advanced. All recipients are read in one scan, because a subquery per
 * email would search every partition for each email; NOT EXISTS would be planned as a join with all recipients.
 */
const MARK_SENDING = `
  UPDATE emails SET status = 'sending'
  WHERE status IN ('queued', 'delivery_delayed') AND id = ANY(ARRAY(
    SELECT email_id FROM email_recipients WHERE email_id = ANY($1::uuid[])
    GROUP BY email_id HAVING bool_and(state NOT IN ('pending', 'queued', 'delivery_delayed'))))`;

/**
 * Writes the status of emails whose recipients were claimed. The caller must have locked the emails in an earlier
 * statement: a statement that waits for a lock itself sees the new version of the email, but the old versions of the
 * recipients.
 */
export async function markSending(transaction: Transaction, emailIds: readonly string[]): Promise<void> {
  await transaction.query({ name: 'mark-sending', text: MARK_SENDING, values: [emailIds] });
}
