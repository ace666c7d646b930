// Addresses whose owners have agreed to an account's mail: before production access it may send to no others.
import type { Queryable } from '../db/connect.ts';
import { addressKey } from '../mail/addresses.ts';

/** An address that an account wants to send to, in any spelling. */
export interface AccountAddress {
  accountId: string;
  address: string;
}

/** Remembers that an address is confirmed; confirming it again changes nothing. */
export async function confirmAddress(database: Queryable, accountId: string, address: string): Promise<void> {
  await database.query(
    `INSERT INTO confirmed_addresses (account_id, address) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [accountId, addressKey(address)],
  );
}

/** Reads which of these addresses are confirmed. @returns true for one that is */
export async function findConfirmed(
  database: Queryable,
  addresses: readonly AccountAddress[],
): Promise<(address: AccountAddress) => boolean> {
  const { rows } = await database.query<{ account_id: string; address: string }>({
    name: 'find-confirmed-addresses',
    text: `SELECT account_id, address FROM confirmed_addresses
           WHERE (account_id, address) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
    values: [
      addresses.map(({ accountId }) => accountId),
      addresses.map(({ address }) => addressKey(address)),
    ],
  });
  const confirmed = new Set(rows.map(({ account_id, address }) => `${account_id} ${address}`));
  return ({ accountId, address }) => confirmed.has(`${accountId} ${addressKey(address)}`);
}
