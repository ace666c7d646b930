// Whether the tab Claim of a domain is shown: where the account has claimed the name, may claim it, or another one does.
import type { Domain } from '../../../api/generated/types.ts';

/** A completed claim is not relevant for a verified domain. */
export function hasClaimTab({
  status,
  status_reason,
  claim,
  contested,
  vouched,
}: Pick<Domain, 'status' | 'status_reason' | 'claim' | 'contested' | 'vouched'>): boolean {
  if (contested) return true;
  const isOwner = vouched || !(status === 'not_started' || status === 'pending' || status === 'failed');
  const mayClaim = status_reason === 'claimed' || status_reason === 'domain_conflict';
  return !isOwner && (claim !== null || mayClaim);
}
