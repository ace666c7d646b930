// JSON form of an API key (docs/reference/api-keys.md#get-api-keys). No response contains the key itself.
import type { ApiKeyRow } from '../../../shared/resources/api-keys/list.ts';

/** An item of GET /api-keys. */
export function toApiKeyItem(row: ApiKeyRow) {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    permission: row.permission,
    domain_id: row.domain_id,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
