// The tab Settings of a domain: what can be changed of the domain, and its end.
import type { Domain } from '../../../api/generated/types.ts';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';

/** The tab. */
export function SettingsTab({ domain }: { domain: Domain }) {
  return <EmptyState title="Settings">{domain.name}</EmptyState>;
}
