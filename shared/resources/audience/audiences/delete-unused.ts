// Deletes an audience that has never been used, at once: the one that a deleted domain had of its own.
import type { Transaction } from '../../../platform/db/transaction.ts';

/**
 * Deletes an audience with this name that has no contact and no segment, and is not the default one. It waits for
 * another deletion of it, or a write to it. The caller knows that no domain uses it, and has locked the account.
 * @returns whether it was deleted
 */
export async function deleteUnusedAudience(
  transaction: Transaction,
  { id, accountId, name }: { id: string; accountId: string; name: string },
): Promise<boolean> {
  const { rowCount: locked } = await transaction.query({
    name: 'lock-unused-audience',
    text: `SELECT FROM audiences WHERE id = $1 AND account_id = $2 AND name = $3 AND NOT is_default
           FOR UPDATE SKIP LOCKED`,
    values: [id, accountId, name],
  });
  if (locked === 0) return false;
  // A statement of its own, so that it sees what the writers before the lock have committed.
  const { rowCount } = await transaction.query({
    name: 'delete-unused-audience',
    text: `DELETE FROM audiences WHERE id = $1
             AND NOT EXISTS (SELECT FROM contacts WHERE account_id = $2 AND audience_id = $1)
             AND NOT EXISTS (SELECT FROM segments WHERE account_id = $2 AND audience_id = $1)`,
    values: [id, accountId],
  });
  return rowCount === 1;
}
