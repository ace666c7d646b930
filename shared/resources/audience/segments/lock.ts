// Locks segments against their deletion, for transactions that add contacts to them. A deletion locks the row FOR
// UPDATE, so it waits for them; a transaction that waited for a deletion finds one segment less.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { SEGMENT_COLUMNS, type Segment } from './segment.ts';

/**
 * Locks segments until the end of the transaction, in the order of their ids
 * (docs/architecture/guarantees.md#lock-order).
 * @param ids UUIDs, in any order; a repeated id counts once
 * @returns the segments that exist and belong to the account, in the order of their ids
 */
export async function lockSegments(
  transaction: Transaction,
  accountId: string,
  ids: readonly string[],
): Promise<Segment[]> {
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (asked.length === 0) return [];
  const { rows } = await transaction.query<Segment>({
    name: 'lock-segments',
    text: `SELECT ${SEGMENT_COLUMNS} FROM segments WHERE account_id = $1 AND id = ANY($2::uuid[])
           ORDER BY id FOR KEY SHARE`,
    values: [accountId, asked],
  });
  return rows;
}
