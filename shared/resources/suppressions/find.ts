// Asks the suppression lists of accounts about many addresses at once.
import { type AccountAddress, findListed, type IsListed } from '../../account-addresses.ts';
import type { Queryable } from '../../db/connect.ts';

/** Reads what the lists say about these addresses. @returns true for one that is suppressed */
export function findSuppressed(database: Queryable, addresses: readonly AccountAddress[]): Promise<IsListed> {
  return findListed(database, 'suppressions', addresses);
}
