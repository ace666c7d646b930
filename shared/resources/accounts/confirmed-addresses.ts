// Addresses whose owners have agreed to an account's mail: before production access it may send to no others.

import { addressKey } from '../../mail/addresses.ts';
import { queryAlone } from '../../platform/db/combined-query.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import { type AccountAddress, type IsListed, listed } from './listed-addresses.ts';

/** Remembers that an address is confirmed; confirming it again changes nothing. */
export async function confirmAddress(database: Queryable, accountId: string, address: string): Promise<void> {
  await database.query(
    `INSERT INTO confirmed_addresses (account_id, address) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [accountId, addressKey(address)],
  );
}

/** Reads which of these addresses are confirmed. @returns true for one that is */
export function findConfirmed(database: Queryable, addresses: readonly AccountAddress[]): Promise<IsListed> {
  return queryAlone(database, 'find-confirmed-addresses', listed('confirmed_addresses', addresses));
}
