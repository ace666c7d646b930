// Locks an audience against its deletion, for transactions that add a contact or a segment to it. A deletion locks the
// row FOR UPDATE, so it waits for them; a transaction that waited for a deletion finds no audience.
import { notFound } from '../../../contract/domain-error.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { AUDIENCE_COLUMNS, type Audience } from './audience.ts';
import { requireDefaultAudience } from './find.ts';

/**
 * Locks an audience until the end of the transaction. Segments are locked after it
 * (docs/architecture/guarantees.md#lock-order).
 * @param id undefined: the default audience
 * @throws DomainError `not_found` when there is none, it is deleted, or it belongs to another account
 */
export async function lockAudience(
  transaction: Transaction,
  accountId: string,
  id: string | undefined,
): Promise<Audience> {
  const { rows } = await transaction.query<Audience>({
    name: id === undefined ? 'lock-default-audience' : 'lock-audience',
    text: `SELECT ${AUDIENCE_COLUMNS} FROM audiences
           WHERE account_id = $1 AND ${id === undefined ? 'is_default' : 'id = $2'} AND deleted_at IS NULL
           FOR KEY SHARE`,
    values: id === undefined ? [accountId] : [accountId, id],
  });
  if (rows[0]) return rows[0];
  if (id !== undefined) throw notFound('Audience');
  // It cannot be deleted, so it needs no lock.
  return await requireDefaultAudience(transaction, accountId);
}
