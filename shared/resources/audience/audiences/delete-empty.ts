// Deletes the row of a deleted audience once it has no contacts.
import type { Transaction } from '../../../platform/db/transaction.ts';

/**
 * The result for the row. `locked`: a writer of contacts has locked it; `contacts`: it has contacts again, from a
 * writer that had locked it until now.
 */
export type EmptyAudienceEnd = 'deleted' | 'locked' | 'contacts';

/** A writer of contacts locks the row FOR KEY SHARE until its commit (lock.ts), so none follows this lock. */
const LOCK =
  'SELECT FROM audiences WHERE id = $1 AND account_id = $2 AND deleted_at IS NOT NULL FOR UPDATE SKIP LOCKED';

const EXISTS = 'SELECT FROM audiences WHERE id = $1 AND account_id = $2 AND deleted_at IS NOT NULL';

/** Deletes the row, unless it has contacts or is locked. */
export async function deleteEmptyAudience(
  transaction: Transaction,
  { id, accountId }: { id: string; accountId: string },
): Promise<EmptyAudienceEnd> {
  const ask = (name: string, text: string) => transaction.query({ name, text, values: [id, accountId] });
  if ((await ask('lock-deleted-audience', LOCK)).rowCount === 0) {
    return (await ask('find-deleted-audience', EXISTS)).rowCount === 0 ? 'deleted' : 'locked';
  }
  // A statement of its own, so that it sees what the writers before the lock have committed.
  const held = 'SELECT FROM contacts WHERE audience_id = $1 AND account_id = $2 LIMIT 1';
  if ((await ask('find-contact-of-audience', held)).rowCount !== 0) return 'contacts';
  await ask('delete-audience-row', 'DELETE FROM audiences WHERE id = $1 AND account_id = $2');
  return 'deleted';
}
