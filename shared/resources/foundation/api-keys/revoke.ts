// Revokes an API key. The row stays, because logs and operators still refer to it. It is written to the audit log in the
// same transaction.
import { transaction } from '../../../platform/db/transaction.ts';
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
