// Removes a deleted person from other accounts' requests for production access; the requests stay.
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** Empties the requester. */
export async function forgetRequester(client: Transaction, personId: string): Promise<void> {
  await client.query({
    name: 'forget-requester',
    text: 'UPDATE account_access_requests SET requested_by = NULL WHERE requested_by = $1',
    values: [personId],
  });
}
