// Revokes an API key, or all of an account. The row stays, because logs and operators still refer to it. It is written to the audit log in the
// same transaction.
import { transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../accounts/lock.ts';
import { recordAuditEvent } from '../audit-events/record.ts';
import type { ChangeApiKeyDeps, ChangeOfApiKey } from './create.ts';
import type { KeyOfAccount } from './find.ts';

/**
 * Revokes a key permanently: the next request with it is refused. A key that is already revoked keeps its first time.
 * @returns false: the account has no such key, or it is revoked already
 */
export async function revokeApiKey(
  { database, ids }: ChangeApiKeyDeps,
  { accountId, id }: KeyOfAccount,
  change: ChangeOfApiKey,
): Promise<boolean> {
  return await transaction(database, async (client) => {
    const { rowCount } = await client.query({
      name: 'revoke-api-key',
      text: 'UPDATE api_keys SET revoked_at = $3 WHERE id = $1 AND account_id = $2 AND revoked_at IS NULL',
      values: [id, accountId, change.now],
    });
    if (rowCount === 0) return false;
    await recordAuditEvent(client, ids, { ...change, accountId, targetId: id });
    return true;
  });
}

/**
 * Revokes every key of an account, each with its audit event. It locks the account, as creating a key does: a key is
 * either created before, and revoked too, or after.
 * @returns the ids of the keys that were not revoked before, in their order
 */
export async function revokeKeysOf(
  { database, ids }: ChangeApiKeyDeps,
  accountId: string,
  change: ChangeOfApiKey,
): Promise<string[]> {
  return await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    const { rows } = await client.query<{ id: string }>({
      name: 'revoke-keys-of-account',
      text: `WITH revoked AS (
               UPDATE api_keys SET revoked_at = $2 WHERE id = ANY(ARRAY(
                 SELECT id FROM api_keys WHERE account_id = $1 AND revoked_at IS NULL ORDER BY id FOR NO KEY UPDATE))
               RETURNING id)
             SELECT id FROM revoked ORDER BY id`,
      values: [accountId, change.now],
    });
    for (const { id } of rows) await recordAuditEvent(client, ids, { ...change, accountId, targetId: id });
    return rows.map(({ id }) => id);
  });
}
