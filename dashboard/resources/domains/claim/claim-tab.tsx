// The tab Claim of a domain: the proof that the account controls a name which another one holds.
import type { Domain } from '../../../api/generated/types.ts';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';

/** The tab. */
export function ClaimTab({ domain }: { domain: Domain }) {
  return <EmptyState title="Claim">{domain.name}</EmptyState>;
}
