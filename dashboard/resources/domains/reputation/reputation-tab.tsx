// The tab Reputation of a domain: how much the domain may send.
import type { Domain } from '../../../api/generated/types.ts';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';

/** The tab. */
export function ReputationTab({ domain }: { domain: Domain }) {
  return <EmptyState title="Reputation">{domain.name}</EmptyState>;
}
