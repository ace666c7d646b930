// JSON form of a domain (docs/reference/domains.md).
import type { DomainRow } from '../../../shared/resources/domains/list.ts';

/** An item of GET /domains: the record without `object`, `dmarc` and `records`, which only a single domain has. */
export function toDomainItem(row: DomainRow) {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    region: row.region,
    default: row.is_default,
    created_at: row.created_at.toISOString(),
    audience_id: row.audience_id,
    capabilities: {
      sending: toCapability(row.sending_enabled),
      receiving: toCapability(row.receiving_enabled),
    },
    open_tracking: row.open_tracking,
    click_tracking: row.click_tracking,
    tls: row.tls,
    custom_return_path: row.custom_return_path,
    tracking_subdomain: row.tracking_subdomain,
  };
}

function toCapability(enabled: boolean): 'enabled' | 'disabled' {
  return enabled ? 'enabled' : 'disabled';
}
