// Revokes an API key (npm run ops). The row stays, because logs and operators still refer to it.
import type { Queryable } from '../../platform/db/connect.ts';

/**
 * Revokes a key permanently: the next request with it is refused. A key that is already revoked keeps its first time.
 */
export async function revokeApiKey(database: Queryable, id: string, now: Date): Promise<void> {
  await database.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [id, now]);
}
