// API key authentication. A key is looked up by its SHA-256 hash. Expired and revoked keys, and keys used from an
// address that is not allowed, get the same answer as unknown keys, so that the answer reveals nothing
// (docs/reference/api-keys.md#authentication).

import type { API_KEY_PERMISSIONS } from '../../../contract/api-keys/values.ts';
import { DomainError } from '../../../contract/domain-error.ts';
import { isInRanges } from '../../../platform/addresses/address-ranges.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { createGroupCommit } from '../../../platform/db/group-commit.ts';
import { hashToken, isApiKeyToken } from '../../../platform/security/tokens.ts';
import { SECOND_MS } from '../../../platform/time/durations.ts';
import { isSuspendedSql } from '../../../platform/work/suspensions/suspended.ts';

/** The permission of a key: everything, or only sending. */
export type ApiKeyPermission = (typeof API_KEY_PERMISSIONS)[number];

/** A key that is valid at this moment. */
export interface AuthenticatedKey {
  keyId: string;
  accountId: string;
  permission: ApiKeyPermission;
  /** The only domain that the key may send from; null: any domain. */
  domainId: string | null;
  /** Whether its account is suspended. */
  isSuspended: boolean;
  lastUsedAt: Date | null;
  /** When all this was read. */
  foundAt: Date;
}

/**
 * Longer requests are authenticated again: by then a key may be revoked, a session may have ended, and the account may
 * be deleted.
 */
const TRUSTED_MS = 30 * SECOND_MS;

/** Whether a key, or the session in its place, was found so long ago that it must be authenticated again. */
export function isStale({ foundAt }: Pick<AuthenticatedKey, 'foundAt'>, now: Date): boolean {
  return now.getTime() - foundAt.getTime() >= TRUSTED_MS;
}

/**
 * The credentials of a request: the token, the time, and the client's address (`plainAddress` of
 * shared/platform/addresses/client-network.ts).
 */
export interface Presented {
  token: string;
  now: Date;
  address: string;
}

/**
 * Finds the key of a request.
 * @throws DomainError `invalid_api_key`
 */
export type AuthenticateApiKey = (presented: Presented) => Promise<AuthenticatedKey>;

interface KeyRow {
  hash: Buffer;
  id: string;
  accountId: string;
  permission: ApiKeyPermission;
  domainId: string | null;
  isSuspended: boolean;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  /** Networks from which the key may be used; null: from anywhere. */
  allowedAddresses: string[] | null;
}

/** Largest number of keys per statement. */
const GROUP_MAX_KEYS = 100;

/**
 * Creates the key lookup of a process. Every request needs it, so lookups that arrive together share one statement.
 * Keys are not cached, so a revoked key is refused at once.
 */
export function createApiKeyAuthentication(database: Database): AuthenticateApiKey {
  const lookups = createGroupCommit<Buffer, KeyRow | undefined>({
    write: (hashes) => findUnrevokedKeys(database, hashes),
    maxItems: GROUP_MAX_KEYS,
    maxWriting: 1,
  });
  return async ({ token, now, address }) => {
    // A token without the form of a key is refused without a query.
    const row = isApiKeyToken(token) ? await lookups.add(hashToken(token)) : undefined;
    if (!row || hasExpired(row, now) || !mayComeFrom(row, address)) {
      throw new DomainError('invalid_api_key', `API key is invalid.${foreignKeyHint(token)}`);
    }
    return {
      keyId: row.id,
      accountId: row.accountId,
      permission: row.permission,
      domainId: row.domainId,
      isSuspended: row.isSuspended,
      lastUsedAt: row.lastUsedAt,
      foundAt: now,
    };
  };
}

/** Keys of other services by their beginnings. No key of ours has one, so this reveals nothing. */
const FOREIGN_KEYS = [
  { prefix: 're_', service: 'Resend' },
  { prefix: 'SG.', service: 'SendGrid' },
];

/** The hint for a key of another service, without repeating the key. */
function foreignKeyHint(token: string): string {
  const foreign = FOREIGN_KEYS.find(({ prefix }) => token.startsWith(prefix));
  if (!foreign) return '';
  return ` It looks like a ${foreign.service} key. Create a key for this server in its dashboard, at \`/app/api-keys\`, or with POST /api-keys.`;
}

function hasExpired({ expiresAt }: KeyRow, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function mayComeFrom({ allowedAddresses: ranges }: KeyRow, address: string): boolean {
  return ranges === null || isInRanges(address, ranges);
}

/** The rows of these keys, in the same order. */
async function findUnrevokedKeys(
  database: Database,
  hashes: readonly Buffer[],
): Promise<(KeyRow | undefined)[]> {
  const { rows } = await database.query<KeyRow>({
    name: 'find-api-keys',
    text: `SELECT key_hash AS hash, id, account_id AS "accountId", permission, domain_id AS "domainId",
                  ${isSuspendedSql('account_id')} AS "isSuspended", last_used_at AS "lastUsedAt", expires_at AS "expiresAt",
                  allowed_addresses::text[] AS "allowedAddresses"
           FROM api_keys
           WHERE key_hash = ANY($1::bytea[]) AND revoked_at IS NULL`,
    values: [hashes],
  });
  const found = new Map(rows.map((row) => [row.hash.toString('latin1'), row]));
  return hashes.map((hash) => found.get(hash.toString('latin1')));
}
