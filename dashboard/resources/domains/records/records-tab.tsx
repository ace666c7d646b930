// The tab Records of a domain: the values to publish, and what DNS has of them.
import type { Domain } from '../../../api/generated/types.ts';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';

/** The tab. */
export function RecordsTab({ domain }: { domain: Domain }) {
  return <EmptyState title="Records">{domain.name}</EmptyState>;
}
