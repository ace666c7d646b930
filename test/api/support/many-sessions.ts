// Sessions for fuzzing, one per request: a request may end its session, give it another token, change the person or
// remove the member, and the next one must still be that of a signed-in person.
import type { Pool } from 'pg';
import { hashToken } from '../../../shared/platform/security/tokens.ts';
import { createToken, SESSION_IDLE_MS } from '../../../shared/resources/foundation/sessions/session.ts';
import { factoryIds as ids } from '../../support/factories/factory-ids.ts';
import type { SessionCredentials } from '../../support/factories/people-factories.ts';

/**
 * Inserts owners of an account, each with a session. They have no password, so that no request computes hashes for long:
 * a password that is asked for is wrong, and wrong ones are limited.
 */
export async function createManySessions(
  pool: Pool,
  { accountId, count, now }: { accountId: string; count: number; now: Date },
): Promise<SessionCredentials[]> {
  const sessions = Array.from({ length: count }, () => ({ token: createToken(), csrfToken: createToken() }));
  const personIds = sessions.map(() => ids.next());
  const end = new Date(now.getTime() + SESSION_IDLE_MS);
  await pool.query(
    `INSERT INTO people (id, email, name, confirmed_at, created_at)
     SELECT id, 'person-' || id || '@team.acme.dev', 'Ada Lovelace', $2, $2 FROM unnest($1::uuid[]) AS id`,
    [personIds, now],
  );
  await pool.query(
    `INSERT INTO members (id, account_id, person_id, role, is_proven, created_at)
     SELECT id, $1, person_id, 'owner', true, $4 FROM unnest($2::uuid[], $3::uuid[]) AS member (id, person_id)`,
    [accountId, sessions.map(() => ids.next()), personIds, now],
  );
  await pool.query(
    `INSERT INTO sessions
       (id, account_id, person_id, token_hash, csrf_token, created_at, last_used_at, expires_at)
     SELECT id, $1, person_id, token_hash, csrf_token, $6, $6, $7
     FROM unnest($2::uuid[], $3::uuid[], $4::bytea[], $5::text[]) AS session (id, person_id, token_hash, csrf_token)`,
    [
      accountId,
      sessions.map(() => ids.next()),
      personIds,
      sessions.map(({ token }) => hashToken(token)),
      sessions.map(({ csrfToken }) => csrfToken),
      now,
      end,
    ],
  );
  return sessions;
}
