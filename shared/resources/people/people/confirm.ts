// Confirms the address of a person, who has used a link that was mailed to it.
import type { Transaction } from '../../../platform/db/transaction.ts';

/** @returns false: the address was confirmed already */
export async function confirmPerson(client: Transaction, personId: string, now: Date): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'confirm-person',
    text: 'UPDATE people SET confirmed_at = $2 WHERE id = $1 AND confirmed_at IS NULL',
    values: [personId, now],
  });
  return rowCount === 1;
}
