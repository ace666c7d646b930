// Makes emails `sending` whose recipients were claimed. It is the status that derive-status.ts would derive, without
// its cost: of an email that waits, only the claim has changed something.
import type { Transaction } from '../../../platform/db/transaction.ts';

/**
 * An email is `sending` when no recipient is less advanced. All recipients are read at once, since asking email by
 * email would look into every partition for each of them; NOT EXISTS would be planned as a join with all recipients.
 */
const MARK_SENDING = `
  UPDATE emails SET status = 'sending'
  WHERE status IN ('queued', 'delivery_delayed') AND id = ANY(ARRAY(
    SELECT email_id FROM email_recipients WHERE email_id = ANY($1::uuid[])
    GROUP BY email_id HAVING bool_and(state NOT IN ('pending', 'queued', 'delivery_delayed'))))`;

/**
 * Writes the status of emails some of whose recipients were claimed. The caller has locked the emails by a statement
 * before: one that waits for a lock itself sees the email anew, but the recipients as they were.
 */
export async function markSending(transaction: Transaction, emailIds: readonly string[]): Promise<void> {
  await transaction.query({ name: 'mark-sending', text: MARK_SENDING, values: [emailIds] });
}
