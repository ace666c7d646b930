// The list of the API keys of an account for its owner. Revoked keys are left out, expired keys are listed.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { List } from '../../../platform/db/list.ts';
import type { ApiKeyPermission } from './authenticate.ts';

/** A key in a list; never its hash. */
export interface ApiKeyRow {
  id: string;
  name: string;
  /** First characters of the key, by which people recognize it. */
  prefix: string;
  permission: ApiKeyPermission;
  /** The only domain that the key may send from; null: any domain. */
  domain_id: string | null;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

/** The keys that may send from this domain only, which send nothing once it is deleted. */
export async function listKeysOfDomain(
  database: Queryable,
  accountId: string,
  domainId: string,
): Promise<Pick<ApiKeyRow, 'id' | 'name'>[]> {
  const { rows } = await database.query<Pick<ApiKeyRow, 'id' | 'name'>>({
    name: 'list-api-keys-of-domain',
    text: `SELECT id, name FROM api_keys
           WHERE account_id = $1 AND domain_id = $2 AND revoked_at IS NULL ORDER BY id LIMIT ${BOUND_KEYS_MAX}`,
    values: [accountId, domainId],
  });
  return rows;
}

/** More are not named. */
const BOUND_KEYS_MAX = 100;

export const API_KEY_LIST: List<ApiKeyRow> = {
  columns: 'id, name, prefix, permission, domain_id, created_at, last_used_at, expires_at',
  from: 'api_keys',
  within: 'account_id',
  where: 'revoked_at IS NULL',
};
