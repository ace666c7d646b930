// Stores a new API key: its hash and the prefix that lists show, never the key itself.

import type { Queryable } from '../../../platform/db/connect.ts';
import { hashToken, shownPrefix } from '../../../platform/security/tokens.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { ApiKeyPermission } from './authenticate.ts';

/** A key to store. An absent restriction does not apply. */
export interface NewApiKey {
  accountId: string;
  name: string;
  /** The key in plain text. */
  token: string;
  permission?: ApiKeyPermission;
  /** The only domain that the key may send from; only for `sending_access`. */
  domainId?: string | undefined;
  expiresAt?: Date | undefined;
  /** Networks from which the key may be used (shared/platform/addresses/address-ranges.ts). */
  allowedAddresses?: readonly string[] | undefined;
  /** The time; by default that of the database. */
  createdAt?: Date;
}

/**
 * Inserts a key. A key that exists already is not changed.
 * @returns the new id
 */
export async function insertApiKey(database: Queryable, ids: Ids, key: NewApiKey): Promise<string> {
  const { accountId, name, token, permission = 'full_access' } = key;
  const { domainId = null, expiresAt = null, allowedAddresses = null, createdAt = null } = key;
  const id = ids.next();
  await database.query(
    `INSERT INTO api_keys
       (id, account_id, name, prefix, key_hash, permission, domain_id, expires_at, allowed_addresses, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, COALESCE($10, now())) ON CONFLICT (key_hash) DO NOTHING`,
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
      createdAt,
    ],
  );
  return id;
}
