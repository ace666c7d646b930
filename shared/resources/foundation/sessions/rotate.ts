// Gives sessions new tokens. A token that was known to others before a change of privileges is worth nothing after it
// (session fixation).
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import { createToken, PREVIOUS_TOKEN_MS } from './session.ts';

/** Makes the next request of these sessions rotate their tokens: the role of the person has changed. */
export async function rotateSessionsSoon(
  database: Queryable,
  { personId, accountId }: { personId: string; accountId: string },
): Promise<void> {
  await database.query({
    name: 'rotate-sessions-soon',
    text: `UPDATE sessions SET must_rotate = true WHERE id = ANY(ARRAY(
             SELECT id FROM sessions WHERE person_id = $1 AND account_id = $2 ORDER BY id FOR UPDATE))`,
    values: [personId, accountId],
  });
}

/**
 * Rotates a session that must: the previous token is valid for another minute, for requests in flight.
 * @returns the new token; undefined: another request has rotated it
 */
export async function rotateDueSession(
  database: Queryable,
  sessionId: string,
  now: Date,
): Promise<string | undefined> {
  const token = createToken();
  const { rowCount } = await database.query({
    name: 'rotate-due-session',
    text: `UPDATE sessions SET token_hash = $2, previous_token_hash = token_hash, previous_until = $3, must_rotate = false
           WHERE id = $1 AND must_rotate`,
    values: [sessionId, hashToken(token), new Date(now.getTime() + PREVIOUS_TOKEN_MS)],
  });
  return rowCount === 1 ? token : undefined;
}

/**
 * Rotates a session at once: its token of before is worth nothing any more.
 * @returns the new token
 * @throws DomainError `not_found` when the session has just ended
 */
export async function rotateSession(database: Queryable, sessionId: string): Promise<string> {
  const token = createToken();
  const { rowCount } = await database.query({
    name: 'rotate-session',
    text: `UPDATE sessions SET token_hash = $2, previous_token_hash = NULL, previous_until = NULL, must_rotate = false
           WHERE id = $1`,
    values: [sessionId, hashToken(token)],
  });
  if (rowCount !== 1) throw notFound('Session');
  return token;
}
