// Who presents an API key. A key is found by its SHA-256; expired and revoked keys are as unknown as wrong ones,
// so an answer tells a stranger nothing (interface.md, Authentication 4).
import type { API_KEY_PERMISSIONS } from '../../contract/values.ts';
import type { Database } from '../../db/connect.ts';
import { DomainError } from '../../domain-error.ts';
import { hashToken, isApiKeyToken } from '../../tokens.ts';

/** What a key may do: everything, or only send. */
export type ApiKeyPermission = (typeof API_KEY_PERMISSIONS)[number];

/** A key that is good at this moment. */
export interface AuthenticatedKey {
  keyId: string;
  accountId: string;
  permission: ApiKeyPermission;
  /** The only domain that the key may send from, or null. */
  domainId: string | null;
  lastUsedAt: Date | null;
}

interface KeyRow {
  id: string;
  account_id: string;
  permission: ApiKeyPermission;
  domain_id: string | null;
  last_used_at: Date | null;
}

/**
 * Finds the key that a caller presents.
 * @throws DomainError `invalid_api_key`
 */
export async function authenticateApiKey(
  database: Database,
  token: string,
  now: Date,
): Promise<AuthenticatedKey> {
  // What cannot be a key costs the database nothing.
  const row = isApiKeyToken(token) ? await findActiveKey(database, token, now) : undefined;
  if (!row) throw new DomainError('invalid_api_key', 'API key is invalid.');
  return {
    keyId: row.id,
    accountId: row.account_id,
    permission: row.permission,
    domainId: row.domain_id,
    lastUsedAt: row.last_used_at,
  };
}

async function findActiveKey(database: Database, token: string, now: Date): Promise<KeyRow | undefined> {
  const { rows } = await database.query<KeyRow>({
    name: 'find-active-api-key',
    text: `SELECT id, account_id, permission, domain_id, last_used_at FROM api_keys
     WHERE key_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    values: [hashToken(token), now],
  });
  return rows[0];
}
