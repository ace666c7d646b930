// Records that a session is used: it ends two weeks after its last use. A resolution of a minute is enough, and costs
// one update per minute instead of one per request.
import type { Queryable } from '../../../platform/db/connect.ts';
import { MINUTE_MS } from '../../../platform/time/durations.ts';
import type { AuthenticatedSession } from './authenticate.ts';
import { sessionEndOf } from './session.ts';

/** True if a use at `now` should be written. */
export function isSessionUseWorthRecording({ lastUsedAt }: AuthenticatedSession, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= MINUTE_MS;
}

/** Writes a use. Time moves only forward. */
export async function recordSessionUse(
  database: Queryable,
  { sessionId, createdAt }: AuthenticatedSession,
  now: Date,
): Promise<void> {
  await database.query({
    name: 'record-session-use',
    text: 'UPDATE sessions SET last_used_at = $2, expires_at = $3 WHERE id = $1 AND last_used_at < $2',
    values: [sessionId, now, sessionEndOf(createdAt, now)],
  });
}
