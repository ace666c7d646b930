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

/**
 * Keeps accounts from being deleted until the end of the transaction, as rows that refer to them do.
 * @returns those that exist
 */
export async function lockExistingAccounts(
  transaction: Transaction,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await transaction.query<{ id: string }>({
    name: 'hold-accounts',
    text: 'SELECT id FROM accounts WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE',
    values: [[...new Set(accountIds)]],
  });
  return new Set(rows.map(({ id }) => id));
}
