// Removes the received emails that a person has sent, when the person is erased: they are the words of the person.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { Eraser } from '../../foundation/erasing/eraser.ts';
import { removeReceived } from './remove.ts';

const REMOVED_AT_ONCE = 100;

/** Removes some of those that are parsed. @returns whether there may be more */
export async function eraseReceivedFrom(
  client: Transaction,
  { person, storedForms }: Eraser,
  accountId: string,
): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>({
    name: 'find-received-from-person',
    text: `SELECT id FROM received_emails WHERE account_id = $1 AND sender_key = ANY($2::text[])
           ORDER BY id LIMIT ${REMOVED_AT_ONCE}`,
    values: [accountId, [...new Set([person.emailKey, ...storedForms])]],
  });
  await removeReceived(
    client,
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.length === REMOVED_AT_ONCE;
}
