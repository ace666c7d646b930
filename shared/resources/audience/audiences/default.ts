// Makes an audience the default one of its account, in place of another.
import type { Transaction } from '../../../platform/db/transaction.ts';

/**
 * Makes an audience the default one. The caller has locked the account and the audience, so it is not deleted before the
 * commit.
 */
export async function setDefaultAudience(
  transaction: Transaction,
  accountId: string,
  id: string,
): Promise<void> {
  // First, because an account has one default audience at any time.
  for (const text of [
    'UPDATE audiences SET is_default = false WHERE account_id = $1 AND is_default AND id <> $2',
    'UPDATE audiences SET is_default = true WHERE account_id = $1 AND NOT is_default AND id = $2',
  ])
    await transaction.query(text, [accountId, id]);
}
