// Reads API keys for operators (npm run ops).

import { DomainError } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { isUuidV7 } from '../../../platform/time/ids.ts';
import type { ApiKeyPermission } from './authenticate.ts';

/** The fields of a key that operators see; never its hash. */
export interface ApiKeyForOperators {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
  permission: ApiKeyPermission;
  /** Name of the only domain that the key may send from; null: any domain. */
  domain: string | null;
  /** Networks (CIDR) from which the key may be used; null: from anywhere. */
  allowed_addresses: string[] | null;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

const SELECT = `
  SELECT id, account_id, name, prefix, permission, created_at, last_used_at, expires_at, revoked_at,
         (SELECT domains.name FROM domains WHERE domains.id = domain_id) AS domain,
         allowed_addresses::text[] AS allowed_addresses
  FROM api_keys`;

/** The keys of an account, oldest first, including revoked keys. */
export async function listKeysOf(database: Queryable, accountId: string): Promise<ApiKeyForOperators[]> {
  const { rows } = await database.query<ApiKeyForOperators>(`${SELECT} WHERE account_id = $1 ORDER BY id`, [
    accountId,
  ]);
  return rows;
}

/**
 * Reads one key.
 * @param id any text
 * @throws DomainError `not_found`
 */
export async function requireApiKey(database: Queryable, id: string): Promise<ApiKeyForOperators> {
  const { rows } = isUuidV7(id)
    ? await database.query<ApiKeyForOperators>(`${SELECT} WHERE id = $1`, [id])
    : { rows: [] };
  if (!rows[0]) throw new DomainError('not_found', `There is no API key ${id}.`);
  return rows[0];
}
