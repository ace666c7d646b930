// Confirmed addresses: their owners have agreed to receive an account's mail. In the sandbox, that is without
// production access, an account may send only to them and to the simulator (docs/reference/limits.md#sandbox).

import { addressKey } from '../../mail/addresses.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import type { AccountAddress } from './account-address.ts';

/** Stores that an address is confirmed. Confirming it again changes nothing. */
export async function confirmAddress(database: Queryable, accountId: string, address: string): Promise<void> {
  await database.query(
    `INSERT INTO confirmed_addresses (account_id, address) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [accountId, addressKey(address)],
  );
}

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
    text: `SELECT account_id AS "accountId", address FROM confirmed_addresses
           WHERE (account_id, address) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
    values: [
      addresses.map(({ accountId }) => accountId),
      addresses.map(({ address }) => addressKey(address)),
    ],
  });
  const keys = new Set(rows.map(({ accountId, address }) => `${accountId} ${address}`));
  return ({ accountId, address }) => keys.has(`${accountId} ${addressKey(address)}`);
}
