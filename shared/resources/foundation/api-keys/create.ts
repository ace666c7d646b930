// Creates a further API key of an account, with optional restrictions (docs/reference/api-keys.md#restricted-keys), up to
// API_KEYS_MAX per account. It is written to the audit log in the same transaction.
import { DomainError } from '../../../contract/domain-error.ts';
import { API_KEYS_MAX } from '../../../contract/limits.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { createApiKeyToken } from '../../../platform/security/tokens.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type NewAuditEvent, recordAuditEvent } from '../audit-events/record.ts';
import { type NamedDomain, requireBindable, requireDomainToBind } from './binding.ts';
import { type ApiKeyRecordRow, requireKeyOfAccount } from './find.ts';
import { insertApiKey, type NewApiKey } from './insert.ts';

/** Dependencies of changing API keys. */
export interface ChangeApiKeyDeps {
  database: Database;
  ids: Ids;
}

/** The actor of a change of a key, its operation or verb, and the time. */
export type ChangeOfApiKey = Omit<NewAuditEvent, 'accountId' | 'targetId' | 'outcome'>;

/** The new key. */
export type NewApiKeyRequest = Omit<NewApiKey, 'token' | 'domainId' | 'createdAt'> & {
  domain?: NamedDomain | undefined;
};

/**
 * Creates a key.
 * @returns its record and the key in plain text, which is shown only here
 * @throws DomainError `validation_error` for a domain with a full-access key and when the account has API_KEYS_MAX,
 *   `not_found` for a domain that the account does not have
 */
export async function createApiKey(
  { database, ids }: ChangeApiKeyDeps,
  { domain, ...order }: NewApiKeyRequest,
  change: ChangeOfApiKey,
): Promise<{ key: ApiKeyRecordRow; token: string }> {
  const { accountId, permission = 'full_access' } = order;
  requireBindable(permission, domain !== undefined, 'domain_id');
  const token = createApiKeyToken();
  const key = await transaction(database, async (client) => {
    await requireRoom(client, accountId);
    const domainId = domain && (await requireDomainToBind(client, accountId, domain));
    const id = await insertApiKey(client, ids, { ...order, token, domainId, createdAt: change.now });
    await recordAuditEvent(client, ids, { ...change, accountId, targetId: id });
    return await requireKeyOfAccount(client, { accountId, id });
  });
  return { key, token };
}

/** Holds the account, so that the limit is exact. */
async function requireRoom(client: Transaction, accountId: string): Promise<void> {
  await lockAccount(client, accountId);
  const { rows } = await client.query<{ count: number }>({
    name: 'count-api-keys',
    text: 'SELECT count(*)::integer AS count FROM api_keys WHERE account_id = $1 AND revoked_at IS NULL',
    values: [accountId],
  });
  if ((rows[0]?.count ?? 0) < API_KEYS_MAX) return;
  throw new DomainError('validation_error', `An account can have up to ${API_KEYS_MAX} API keys.`);
}
