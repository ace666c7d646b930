// Takes a person who is deleted out of requests for production access of other accounts, which stay.
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** Empties who has asked. */
export async function forgetRequester(client: Transaction, personId: string): Promise<void> {
  await client.query({
    name: 'forget-requester',
    text: 'UPDATE account_access_requests SET requested_by = NULL WHERE requested_by = $1',
    values: [personId],
  });
}
