// Looks up many addresses at once in a list that accounts keep (suppression list, confirmed addresses). Each list is a
// table with the columns `account_id` and `address`; addresses are stored in their key form (shared/mail/addresses.ts).

import { addressKey } from '../../mail/addresses.ts';
import type { CombinableQuery } from '../../platform/db/combined-query.ts';

/** An address that an account wants to send to. */
export interface AccountAddress {
  accountId: string;
  /** In any spelling. */
  address: string;
}

/** True if the address is on its account's list. */
export type IsListed = (address: AccountAddress) => boolean;

/**
 * A query that answers which of these addresses are on the list of their account.
 * @param table a constant in the code, never input
 */
export function listed(
  table: 'suppressions' | 'confirmed_addresses',
  addresses: readonly AccountAddress[],
): CombinableQuery<IsListed> {
  return {
    text: `SELECT account_id AS "accountId", address FROM ${table}
           WHERE (account_id, address) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
    values: [
      addresses.map(({ accountId }) => accountId),
      addresses.map(({ address }) => addressKey(address)),
    ],
    answer(rows: AccountAddress[]) {
      const keys = new Set(rows.map(({ accountId, address }) => `${accountId} ${address}`));
      return ({ accountId, address }) => keys.has(`${accountId} ${addressKey(address)}`);
    },
  };
}
