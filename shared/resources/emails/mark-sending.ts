// Makes emails `sending` whose recipients were claimed. It is the status that derive-status.ts would derive, without
// its cost: of an email that waits, only the claim has changed something.
import type { Transaction } from '../../db/transaction.ts';
import { lockEmails } from './lock.ts';

/** An email is `sending` when no recipient is less advanced. */
const MARK_SENDING = `
  UPDATE emails SET status = 'sending'
  WHERE id = ANY($1::uuid[]) AND status IN ('queued', 'delivery_delayed') AND NOT EXISTS (
    SELECT FROM email_recipients
    WHERE email_id = emails.id AND state IN ('pending', 'queued', 'delivery_delayed'))`;

/** Writes the status of emails some of whose recipients were claimed. */
export async function markSending(transaction: Transaction, emailIds: readonly string[]): Promise<void> {
  // A statement of its own: what waits for a lock sees the row anew, but the recipients as they were before.
  await lockEmails(transaction, emailIds);
  await transaction.query({ name: 'mark-sending', text: MARK_SENDING, values: [emailIds] });
}
