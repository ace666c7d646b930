// Asks the suppression lists of accounts about many addresses at once, in the one form in which they are kept.
import type { Queryable } from '../../db/connect.ts';
import { addressKey } from '../../mail/addresses.ts';

/** An address that an account wants to send to. */
export interface AccountAddress {
  accountId: string;
  /** In any spelling. */
  address: string;
}

/** True for an address on its account's list. */
export type IsSuppressed = (address: AccountAddress) => boolean;

/** Reads what the lists say about these addresses. */
export async function findSuppressed(
  database: Queryable,
  addresses: readonly AccountAddress[],
): Promise<IsSuppressed> {
  const { rows } = await database.query<{ account_id: string; address: string }>({
    name: 'find-suppressed',
    text: `SELECT account_id, address FROM suppressions
           WHERE (account_id, address) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
    values: [
      addresses.map(({ accountId }) => accountId),
      addresses.map(({ address }) => addressKey(address)),
    ],
  });
  const suppressed = new Set(rows.map(({ account_id, address }) => `${account_id} ${address}`));
  return ({ accountId, address }) => suppressed.has(`${accountId} ${addressKey(address)}`);
}
