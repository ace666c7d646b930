// Erases a person from votes: the votes stay, so the counts do not change, and nothing connects them any more.
import type { Queryable } from '../../../platform/db/connect.ts';

const ERASE = `
  UPDATE poll_votes SET address_key = gen_random_uuid()::text, address = ''
  WHERE account_id = $1 AND address_key = $2`;

/** Erases the votes of an address. A vote that is given later, by a link that the person still has, is a new one. */
export async function eraseVotes(client: Queryable, accountId: string, addressKey: string): Promise<void> {
  await client.query({ name: 'erase-votes', text: ERASE, values: [accountId, addressKey] });
}
