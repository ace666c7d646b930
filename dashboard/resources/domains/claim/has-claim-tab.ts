// Whether the tab Claim of a domain is shown. Only GET /domains/:id/claim says whether there is a claim, and most domains have
// none, so it is asked for when the tab is opened, and the tab is there where a claim is possible.
import type { Domain } from '../../../api/generated/types.ts';

/** A domain with an open claim of its own is not verified, and one that was lost has failed. */
export function hasClaimTab({
  status,
  contested,
  vouched,
}: Pick<Domain, 'status' | 'contested' | 'vouched'>): boolean {
  if (contested) return true;
  return !vouched && (status === 'not_started' || status === 'pending' || status === 'failed');
}
