// The tab Rules of a domain: whether large mailbox providers would take mail of the domain.
import type { Domain } from '../../../api/generated/types.ts';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';

/** The tab. */
export function RulesTab({ domain }: { domain: Domain }) {
  return <EmptyState title="Rules">{domain.name}</EmptyState>;
}
