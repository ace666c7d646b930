// Starts a session: at signing in, after the second factor, and when an invitation is accepted.
import type { Queryable } from '../../platform/db/connect.ts';
import { hashToken } from '../../platform/security/tokens.ts';
import type { Ids } from '../../platform/time/ids.ts';
import { createToken, sessionEndOf } from './session.ts';

/** Whom a session is for, and from where it was started. */
export interface NewSession {
  personId: string;
  accountId: string;
  address: string | null;
  userAgent: string | null;
  now: Date;
}

/** A session that was just started or rotated. */
export interface StartedSession {
  id: string;
  /** In plain text: for the cookie, and nowhere else. */
  token: string;
}

/** Starts a session. */
export async function createSession(
  database: Queryable,
  ids: Ids,
  { personId, accountId, address, userAgent, now }: NewSession,
): Promise<StartedSession> {
  const id = ids.next();
  const token = createToken();
  await database.query({
    name: 'create-session',
    text: `INSERT INTO sessions
             (id, token_hash, csrf_token, person_id, account_id, created_at, last_used_at, expires_at, address, user_agent)
           VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)`,
    values: [
      id,
      hashToken(token),
      createToken(),
      personId,
      accountId,
      now,
      sessionEndOf(now, now),
      address,
      userAgent,
    ],
  });
  return { id, token };
}
