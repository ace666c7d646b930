// Makes emails `sending` whose recipients were claimed. It is the status that derive-status.ts would derive, without
// its cost: of an email that waits, only the claim has changed something.
import type { Transaction } from '../../db/transaction.ts';

/**
 * An email is `sending` when no recipient is less advanced. An aggregate asks each email's own rows; NOT EXISTS would
 * be planned as a join with all recipients.
 */
const MARK_SENDING = `
  UPDATE emails SET status = 'sending'
  WHERE id = ANY($1::uuid[]) AND status IN ('queued', 'delivery_delayed') AND (
    SELECT bool_and(state NOT IN ('pending', 'queued', 'delivery_delayed'))
    FROM email_recipients WHERE email_id = emails.id)`;

/**
 * Writes the status of emails some of whose recipients were claimed. The caller has locked the emails by a statement
 * before: one that waits for a lock itself sees the email anew, but the recipients as they were.
 */
export async function markSending(transaction: Transaction, emailIds: readonly string[]): Promise<void> {
  await transaction.query({ name: 'mark-sending', text: MARK_SENDING, values: [emailIds] });
}
