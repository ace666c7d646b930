// Confirmed addresses: their owners have agreed to receive an account's mail. In the sandbox, that is without
// production access, an account may send only to them and to the simulator (docs/reference/limits.md#sandbox).

import { addressKey } from '../../mail/addresses.ts';
import { querySingle } from '../../platform/db/combined-query.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import { type AccountAddress, type IsListed, listed } from './listed-addresses.ts';

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
export function findConfirmed(database: Queryable, addresses: readonly AccountAddress[]): Promise<IsListed> {
  return querySingle(database, 'find-confirmed-addresses', listed('confirmed_addresses', addresses));
}
