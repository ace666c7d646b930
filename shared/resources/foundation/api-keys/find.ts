// Reads an API key of an account, for the people of the account. They do not see revoked keys.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { ApiKeyRow } from './list.ts';

/** A key with everything that its account sees of it. */
export interface ApiKeyRecordRow extends ApiKeyRow {
  /** Networks (CIDR) from which the key may be used; null: from anywhere. */
  allowed_addresses: string[] | null;
}

/** The key and its account. */
export interface KeyOfAccount {
  accountId: string;
  id: string;
}

/** The columns of an ApiKeyRecordRow. */
export const API_KEY_RECORD_COLUMNS = `id, name, prefix, permission, domain_id, created_at, last_used_at, expires_at,
  allowed_addresses::text[] AS allowed_addresses`;

/** @throws DomainError `not_found` for a key that is unknown, revoked or another account's */
export async function requireKeyOfAccount(
  database: Queryable,
  { accountId, id }: KeyOfAccount,
): Promise<ApiKeyRecordRow> {
  const { rows } = await database.query<ApiKeyRecordRow>({
    name: 'find-key-of-account',
    text: `SELECT ${API_KEY_RECORD_COLUMNS} FROM api_keys
           WHERE id = $1 AND account_id = $2 AND revoked_at IS NULL`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('API key');
  return rows[0];
}
