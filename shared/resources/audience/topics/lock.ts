// Locks topics against their deletion, for transactions that store choices of them. A deletion locks the row FOR
// UPDATE, so it waits for them; a transaction that waited for a deletion finds one topic less.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { TOPIC_COLUMNS, type Topic } from './topic.ts';

/**
 * Locks topics until the end of the transaction, in the order of their ids
 * (docs/architecture/guarantees.md#lock-order).
 * @param ids UUIDs, in any order; a repeated id counts once
 * @returns the topics that exist and belong to the account, in the order of their ids
 */
export async function lockTopics(
  transaction: Transaction,
  accountId: string,
  ids: readonly string[],
): Promise<Topic[]> {
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (asked.length === 0) return [];
  const { rows } = await transaction.query<Topic>({
    name: 'lock-topics',
    text: `SELECT ${TOPIC_COLUMNS} FROM topics WHERE account_id = $1 AND id = ANY($2::uuid[])
           ORDER BY id FOR KEY SHARE`,
    values: [accountId, asked],
  });
  return rows;
}
