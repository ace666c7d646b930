// Keeps `last_used_at`, so that people find keys that nobody needs. A minute is exact enough for that, and a busy
// key then costs one update a minute instead of one a request.
import type { Database } from '../../platform/db/connect.ts';

/** `last_used_at` is never older than this while a key is in use. */
const LAST_USED_RESOLUTION_MS = 60_000;

/** True when a use at `now` is worth writing. */
export function isUseWorthRecording(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= LAST_USED_RESOLUTION_MS;
}

/** Writes a use. Processes race for it: the condition lets one of them write in a minute, and time only forward. */
export async function recordApiKeyUse(database: Database, keyId: string, now: Date): Promise<void> {
  await database.query(
    'UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)',
    [keyId, now, new Date(now.getTime() - LAST_USED_RESOLUTION_MS)],
  );
}
