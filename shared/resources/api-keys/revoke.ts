// Revoking an API key (npm run ops). The row stays: logs and operators still name the key.
import type { Queryable } from '../../platform/db/connect.ts';

/** Ends a key for good: the next request with it is refused. One that was revoked before keeps its time. */
export async function revokeApiKey(database: Queryable, id: string, now: Date): Promise<void> {
  await database.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [id, now]);
}
