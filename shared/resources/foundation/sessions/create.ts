// Starts a session: at signing in, after the second factor, and when an invitation is accepted. A person has a limited
// number of them, so that a program which signs in again and again does not fill the table.
import { SESSIONS_MAX } from '../../../contract/limits.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { lockSessionsOf } from './lock.ts';
import { createToken, sessionEndOf } from './session.ts';

/** The person of a session, and the client that started it. */
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
  /** The token in plain text: for the cookie, and nowhere else. */
  token: string;
}

/** Starts a session. A person with SESSIONS_MAX sessions loses the oldest one. */
export async function createSession(
  client: Transaction,
  ids: Ids,
  { personId, accountId, address, userAgent, now }: NewSession,
): Promise<StartedSession> {
  const id = ids.next();
  const token = createToken();
  await makeRoom(client, personId, now);
  await client.query({
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

/**
 * When two sign-ins happen at the same moment, the second one waits for the lock, and counts the session of the first
 * one.
 */
async function makeRoom(client: Transaction, personId: string, now: Date): Promise<void> {
  await lockSessionsOf(client, personId);
  await client.query({
    name: 'end-oldest-sessions',
    text: `DELETE FROM sessions WHERE id = ANY(ARRAY(
             SELECT id FROM sessions WHERE person_id = $1 ORDER BY expires_at > $2 DESC, id DESC OFFSET $3))`,
    values: [personId, now, SESSIONS_MAX - 1],
  });
}
