// Stores a new API key: its hash and the characters that lists show, never the key.

import type { Queryable } from '../../platform/db/connect.ts';
import { hashToken, shownPrefix } from '../../platform/security/tokens.ts';
import type { Ids } from '../../platform/time/ids.ts';
import type { ApiKeyPermission } from './authenticate.ts';

/** A key that is to be stored. What is absent does not limit it. */
export interface NewApiKey {
  accountId: string;
  name: string;
  /** The key itself. */
  token: string;
  permission?: ApiKeyPermission;
  /** The only domain that it may send from; of keys that may only send. */
  domainId?: string | undefined;
  expiresAt?: Date | undefined;
  /** Networks (shared/platform/net/address-ranges.ts). */
  allowedAddresses?: readonly string[] | undefined;
}

/** Inserts a key; one that exists already stays as it is. @returns the id */
export async function insertApiKey(database: Queryable, ids: Ids, key: NewApiKey): Promise<string> {
  const { accountId, name, token, permission = 'full_access' } = key;
  const { domainId = null, expiresAt = null, allowedAddresses = null } = key;
  const id = ids.next();
  await database.query(
    `INSERT INTO api_keys (id, account_id, name, prefix, key_hash, permission, domain_id, expires_at, allowed_addresses)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (key_hash) DO NOTHING`,
    [
      id,
      accountId,
      name,
      shownPrefix(token),
      hashToken(token),
      permission,
      domainId,
      expiresAt,
      allowedAddresses,
    ],
  );
  return id;
}
