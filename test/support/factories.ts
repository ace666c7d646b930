// Rows with sensible defaults: a test names only what it is about.
import type { Pool } from 'pg';
import { createSystemClock } from '../../shared/clock.ts';
import { createIds } from '../../shared/ids.ts';
import type { ApiKeyPermission } from '../../shared/resources/api-keys/authenticate.ts';
import type { DomainStatus } from '../../shared/resources/domains/list.ts';
import { createApiKeyToken, hashToken, shownPrefix } from '../../shared/tokens.ts';

const ids = createIds(createSystemClock());

/** What a test may say of an account. */
export interface AccountFields {
  name?: string;
  planId?: 'free' | 'pro' | 'scale' | 'unlimited';
  productionAccess?: boolean;
}

/** Makes an account. */
export async function createAccount(pool: Pool, fields: AccountFields = {}): Promise<{ id: string }> {
  const { name = 'Factory account', planId = 'unlimited', productionAccess = true } = fields;
  const id = ids.next();
  await pool.query('INSERT INTO accounts (id, name, plan_id, production_access) VALUES ($1, $2, $3, $4)', [
    id,
    name,
    planId,
    productionAccess,
  ]);
  return { id };
}

/** What a test may say of an API key. */
export interface ApiKeyFields {
  /** A new account when absent. */
  accountId?: string;
  name?: string;
  permission?: ApiKeyPermission;
  domainId?: string | null;
  lastUsedAt?: Date | null;
  expiresAt?: Date | null;
  revokedAt?: Date | null;
}

/** Makes an API key; only here is its token known. */
export async function createApiKey(pool: Pool, fields: ApiKeyFields = {}) {
  const accountId = fields.accountId ?? (await createAccount(pool)).id;
  const { name = 'Factory key', permission = 'full_access', domainId = null } = fields;
  const { lastUsedAt = null, expiresAt = null, revokedAt = null } = fields;
  const id = ids.next();
  const token = createApiKeyToken();
  await pool.query(
    `INSERT INTO api_keys
       (id, account_id, name, prefix, key_hash, permission, domain_id, last_used_at, expires_at, revoked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      accountId,
      name,
      shownPrefix(token),
      hashToken(token),
      permission,
      domainId,
      lastUsedAt,
      expiresAt,
      revokedAt,
    ],
  );
  return { id, accountId, token };
}

/** What a test may say of a domain. */
export interface DomainFields {
  name?: string;
  status?: DomainStatus;
  isDefault?: boolean;
  receivingEnabled?: boolean;
  trackingSubdomain?: string | null;
}

/** Makes a domain of an account. */
export async function createDomain(pool: Pool, accountId: string, fields: DomainFields = {}) {
  const id = ids.next();
  const { name = `d${id.replaceAll('-', '')}.test`, status = 'verified', isDefault = false } = fields;
  const { receivingEnabled = false, trackingSubdomain = null } = fields;
  await pool.query(
    `INSERT INTO domains (id, account_id, name, status, is_default, receiving_enabled, tracking_subdomain)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, accountId, name, status, isDefault, receivingEnabled, trackingSubdomain],
  );
  return { id, accountId, name };
}
