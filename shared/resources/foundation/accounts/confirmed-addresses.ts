// Confirmed addresses: their owners have agreed to receive an account's mail, or are members of the account. In the sandbox,
// that is without production access, an account may send only to them and to the simulator
// (docs/reference/limits.md#sandbox).

import { addressKey } from '../../../mail/addresses.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { AccountAddress } from './account-address.ts';

/** Stores that an address is confirmed. Confirming it again changes nothing. @param now by default now */
export async function confirmAddress(
  database: Queryable,
  accountId: string,
  address: string,
  now?: Date,
): Promise<void> {
  await database.query(
    `INSERT INTO confirmed_addresses (account_id, address, confirmed_at) VALUES ($1, $2, coalesce($3, now()))
     ON CONFLICT DO NOTHING`,
    [accountId, addressKey(address), now],
  );
}

/**
 * Members count if they joined with a proven address (docs/architecture/people.md#members). The rows may include a pair
 * that is not in the input; it is confirmed too.
 */
const FIND = `
  SELECT account_id AS "accountId", address FROM confirmed_addresses
  WHERE (account_id, address) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))
  UNION ALL
  SELECT members.account_id, people.email FROM people JOIN members ON members.person_id = people.id
  WHERE people.email = ANY($2::text[]) AND people.confirmed_at IS NOT NULL
    AND members.account_id = ANY($1::uuid[]) AND members.is_proven`;

/**
 * Reads which of these addresses are confirmed.
 * @returns a function that answers true for a confirmed address
 */
export async function findConfirmed(
  database: Queryable,
  addresses: readonly AccountAddress[],
): Promise<(address: AccountAddress) => boolean> {
  const { rows } = await database.query<AccountAddress>({
    name: 'find-confirmed-addresses',
    text: FIND,
    values: [
      addresses.map(({ accountId }) => accountId),
      addresses.map(({ address }) => addressKey(address)),
    ],
  });
  const keys = new Set(rows.map(({ accountId, address }) => `${accountId} ${address}`));
  return ({ accountId, address }) => keys.has(`${accountId} ${addressKey(address)}`);
}
