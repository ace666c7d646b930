// JSON forms of audiences (docs/reference/audiences.md#the-audience-record).
import type { Audience } from '../../../shared/resources/audience/audiences/audience.ts';

/** Names of domains by the id of their audience. */
export type DomainsOf = ReadonlyMap<string, readonly string[]>;

/** An item of GET /audiences. */
export function toAudienceItem({ id, name, isDefault, createdAt }: Audience, domains: DomainsOf) {
  return {
    id,
    name,
    default: isDefault,
    domains: domains.get(id) ?? [],
    created_at: createdAt.toISOString(),
  };
}

/** The answer of POST /audiences and GET /audiences/:id. */
export function toAudience(audience: Audience, domains: DomainsOf) {
  return { object: 'audience', ...toAudienceItem(audience, domains) };
}
