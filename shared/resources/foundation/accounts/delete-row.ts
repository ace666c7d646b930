// Deletes the row of an account of which nothing else is left, with its suspensions (shared/resources/flows/account-deletions/).
import type { Transaction } from '../../../platform/db/transaction.ts';

/** In one transaction: an account that is to be deleted is never without the suspension. */
export async function deleteAccountRow(client: Transaction, accountId: string): Promise<void> {
  for (const text of [
    'DELETE FROM accounts WHERE id = $1',
    'DELETE FROM account_suspensions WHERE account_id = $1',
  ])
    await client.query(text, [accountId]);
}
