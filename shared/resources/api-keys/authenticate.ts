// Who presents an API key. A key is found by its SHA-256; expired and revoked keys are as unknown as wrong ones,
// so an answer tells a stranger nothing (interface.md, Authentication 4).
import type { API_KEY_PERMISSIONS } from '../../contract/values.ts';
import type { Database } from '../../db/connect.ts';
import { createGroupCommit } from '../../db/group-commit.ts';
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

/** Who presents this token at this instant? Throws DomainError `invalid_api_key`. */
export type AuthenticateApiKey = (token: string, now: Date) => Promise<AuthenticatedKey>;

interface KeyRow {
  key_hash: Buffer;
  id: string;
  account_id: string;
  permission: ApiKeyPermission;
  domain_id: string | null;
  last_used_at: Date | null;
  expires_at: Date | null;
}

/** Most keys in one statement. */
const GROUP_MAX_KEYS = 100;

/**
 * Creates the lookup of a process. Every request needs it, so callers that arrive together share one statement; a
 * key is never remembered, so a revoked one is refused at once.
 */
export function createApiKeyAuthentication(database: Database): AuthenticateApiKey {
  const lookups = createGroupCommit<Buffer, KeyRow | undefined>({
    write: (hashes) => findUnrevokedKeys(database, hashes),
    maxItems: GROUP_MAX_KEYS,
    maxWriting: 1,
  });
  return async (token, now) => {
    // What cannot be a key costs the database nothing.
    const row = isApiKeyToken(token) ? await lookups.add(hashToken(token)) : undefined;
    if (!row || (row.expires_at && row.expires_at <= now)) {
      throw new DomainError('invalid_api_key', 'API key is invalid.');
    }
    return {
      keyId: row.id,
      accountId: row.account_id,
      permission: row.permission,
      domainId: row.domain_id,
      lastUsedAt: row.last_used_at,
    };
  };
}

/** The rows of these keys, in their order. */
async function findUnrevokedKeys(
  database: Database,
  hashes: readonly Buffer[],
): Promise<(KeyRow | undefined)[]> {
  const { rows } = await database.query<KeyRow>({
    name: 'find-api-keys',
    text: `SELECT key_hash, id, account_id, permission, domain_id, last_used_at, expires_at FROM api_keys
           WHERE key_hash = ANY($1::bytea[]) AND revoked_at IS NULL`,
    values: [hashes],
  });
  const found = new Map(rows.map((row) => [row.key_hash.toString('latin1'), row]));
  return hashes.map((hash) => found.get(hash.toString('latin1')));
}
