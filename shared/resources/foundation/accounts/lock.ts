// Locks the row of an account, so that transactions which count rows of the account before they insert one run one
// after the other: a limit is then exact. It comes before all other locks (docs/architecture/guarantees.md#lock-order).
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Locks an account until the end of the transaction. Rows that refer to the account can still be inserted. */
export async function lockAccount(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.query({
    name: 'lock-account',
    text: 'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
    values: [accountId],
  });
}
