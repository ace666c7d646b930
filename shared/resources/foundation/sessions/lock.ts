// Locks the sessions of a person. Before several statements of a transaction change some of them: two requests of the
// person would otherwise wait for each other (docs/architecture/guarantees.md#lock-order). Code that ends sessions
// afterwards has locked the person against sign-ins first: a session that begins later would not be among the locked.
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Locks all sessions of a person until the end of the transaction, in the order of their ids. */
export async function lockSessionsOf(client: Transaction, personId: string): Promise<void> {
  await client.query({
    name: 'lock-sessions',
    text: 'SELECT FROM sessions WHERE person_id = $1 ORDER BY id FOR UPDATE',
    values: [personId],
  });
}
