// Looks up many addresses at once in the suppression lists of their accounts.

import type { CombinableQuery } from '../../platform/db/combined-query.ts';
import { type AccountAddress, type IsListed, listed } from '../accounts/listed-addresses.ts';

/** A query that answers which of these addresses are suppressed. */
export function suppressed(addresses: readonly AccountAddress[]): CombinableQuery<IsListed> {
  return listed('suppressions', addresses);
}
