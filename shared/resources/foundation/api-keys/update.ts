// Updates an API key: its name, its permission, and its restrictions; the key itself never changes. The change applies
// from the next request with the key on. It is written to the audit log in the same transaction.
import { notFound } from '../../../contract/domain-error.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { recordAuditEvent } from '../audit-events/record.ts';
import type { ApiKeyPermission } from './authenticate.ts';
import { requireBindable, requireDomainToBind } from './binding.ts';
import type { ChangeApiKeyDeps, ChangeOfApiKey } from './create.ts';
import { API_KEY_RECORD_COLUMNS, type ApiKeyRecordRow, type KeyOfAccount } from './find.ts';

/** The fields to change; absent fields keep their value, and null removes a restriction. */
export interface ApiKeyChanges {
  name?: string | undefined;
  permission?: ApiKeyPermission | undefined;
  domainId?: string | null | undefined;
  expiresAt?: Date | null | undefined;
  allowedAddresses?: readonly string[] | null | undefined;
}

/**
 * Updates a key.
 * @throws DomainError `not_found` for a key or a domain that the account does not have; `validation_error` for a key
 *   that would be bound to a domain and may do everything
 */
export async function updateApiKey(
  { database, ids }: ChangeApiKeyDeps,
  { accountId, id }: KeyOfAccount,
  changes: ApiKeyChanges,
  change: ChangeOfApiKey,
): Promise<ApiKeyRecordRow> {
  return await transaction(database, async (client) => {
    const before = await lockKey(client, { accountId, id });
    const { name = before.name, permission = before.permission } = changes;
    const { domainId = before.domain_id, expiresAt = before.expires_at } = changes;
    const { allowedAddresses = before.allowed_addresses } = changes;
    requireBindable(permission, domainId !== null, changes.domainId ? 'domain_id' : 'permission');
    if (changes.domainId) await requireDomainToBind(client, accountId, { id: changes.domainId });
    const { rows } = await client.query<ApiKeyRecordRow>({
      name: 'update-api-key',
      text: `UPDATE api_keys
             SET name = $3, permission = $4, domain_id = $5, expires_at = $6, allowed_addresses = $7::text[]::cidr[]
             WHERE id = $1 AND account_id = $2
             RETURNING ${API_KEY_RECORD_COLUMNS}`,
      values: [id, accountId, name, permission, domainId, expiresAt, allowedAddresses],
    });
    await recordAuditEvent(client, ids, { ...change, accountId, targetId: id });
    return rows[0] ?? before;
  });
}

async function lockKey(client: Transaction, { accountId, id }: KeyOfAccount): Promise<ApiKeyRecordRow> {
  const { rows } = await client.query<ApiKeyRecordRow>({
    name: 'lock-api-key',
    text: `SELECT ${API_KEY_RECORD_COLUMNS} FROM api_keys
           WHERE id = $1 AND account_id = $2 AND revoked_at IS NULL FOR NO KEY UPDATE`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('API key');
  return rows[0];
}
