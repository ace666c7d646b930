// Asks the suppression lists of accounts about many addresses at once.

import type { CombinableQuery } from '../../platform/db/combined-query.ts';
import { type AccountAddress, type IsListed, listed } from '../accounts/listed-addresses.ts';

/** What do the lists say about these addresses? Answers true for one that is suppressed. */
export function suppressed(addresses: readonly AccountAddress[]): CombinableQuery<IsListed> {
  return listed('suppressions', addresses);
}
