// JSON forms of API keys (docs/reference/api-keys.md#get-api-keys). Only the answer that creates a key contains the key
// itself.
import type { ApiKeyRecordRow } from '../../../shared/resources/foundation/api-keys/find.ts';
import type { ApiKeyRow } from '../../../shared/resources/foundation/api-keys/list.ts';

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

/** The answer of GET and PATCH /api-keys/:id. */
export function toApiKeyRecord(row: ApiKeyRecordRow) {
  return { object: 'api_key', ...toApiKeyItem(row), allowed_addresses: row.allowed_addresses };
}

/** The answer of POST /api-keys. */
export function toNewApiKey({ key, token }: { key: ApiKeyRecordRow; token: string }) {
  return { ...toApiKeyRecord(key), token };
}
