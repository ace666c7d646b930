// Lists the API keys of an account for its owner. Revoked keys are left out, expired keys are listed.
import type { Database } from '../../platform/db/connect.ts';
import { findPage, type Page, type PageRequest } from '../../platform/db/page.ts';
import type { ApiKeyPermission } from './authenticate.ts';

/** What a list shows of a key; never its hash. */
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

/** Lists the API keys of an account, newest first. */
export function listApiKeys(
  database: Database,
  accountId: string,
  page: PageRequest,
): Promise<Page<ApiKeyRow>> {
  return findPage(
    database,
    {
      select: `SELECT id, name, prefix, permission, domain_id, created_at, last_used_at, expires_at
               FROM api_keys`,
      where: 'account_id = $1 AND revoked_at IS NULL',
      values: [accountId],
    },
    page,
  );
}
