// The lock on emails that every change of their status takes: in id order, before anything else of the email, so
// that two writers of several emails never wait for each other in a circle (design rule 3).
import type { Transaction } from '../../db/transaction.ts';

/** Locks emails until the transaction ends. */
export async function lockEmails(transaction: Transaction, emailIds: readonly string[]): Promise<void> {
  await transaction.query({
    name: 'lock-emails',
    text: 'SELECT FROM emails WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    values: [emailIds],
  });
}
