// Updates `last_used_at` of API keys, so that people can find unused keys. A resolution of one minute is enough for
// that, and a busy key costs one update per minute instead of one per request.
import type { Database } from '../../../platform/db/connect.ts';

/** `last_used_at` is never older than this while a key is in use. */
const LAST_USED_RESOLUTION_MS = 60_000;

/** True if a use at `now` should be written. */
export function isUseWorthRecording(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= LAST_USED_RESOLUTION_MS;
}

/**
 * Writes a use. Several processes may try: the condition lets one write per minute succeed, and time moves only
 * forward.
 */
export async function recordApiKeyUse(database: Database, keyId: string, now: Date): Promise<void> {
  await database.query(
    'UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)',
    [keyId, now, new Date(now.getTime() - LAST_USED_RESOLUTION_MS)],
  );
}
