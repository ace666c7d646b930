// What a person signs in with and what was begun with it, for tests of what a request changes.
import type { Pool } from 'pg';
import type { TestApp } from '../../support/api/app.ts';
import type { SessionCredentials } from '../../support/factories/people-factories.ts';
import { cookieOf } from './cookies.ts';

/** The sign-in of a person, as it is stored. */
export async function signInStateOf(pool: Pool, personId: string) {
  const { rows } = await pool.query<{
    password_hash: string | null;
    confirmed_at: Date | null;
    totp_secret: Buffer | null;
    totp_pending_secret: Buffer | null;
    totp_last_step: string | null;
    codes: number;
    sessions: number;
    challenges: number;
    links: number;
  }>(
    `SELECT password_hash, confirmed_at, totp_secret, totp_pending_secret, totp_last_step,
       cardinality(recovery_code_hashes) AS codes,
       (SELECT count(*)::integer FROM sessions WHERE person_id = people.id) AS sessions,
       (SELECT count(*)::integer FROM sign_in_challenges WHERE person_id = people.id) AS challenges,
       (SELECT count(*)::integer FROM one_time_links WHERE one_time_links.email = people.email) AS links
     FROM people WHERE id = $1`,
    [personId],
  );
  const [state] = rows;
  if (!state) throw new Error('There is no such person.');
  return state;
}

/** The audit events of a person, oldest first, without those of signing in. */
export async function eventsOf(pool: Pool, personId: string) {
  const { rows } = await pool.query<{
    account_id: string;
    actor_type: string;
    actor_id: string | null;
    operation: string;
    outcome: string;
    target_id: string | null;
    address: string | null;
  }>(
    `SELECT account_id, actor_type, actor_id, operation, outcome, target_id, address FROM audit_events
     WHERE target_id = $1 ORDER BY operation, account_id`,
    [personId],
  );
  return rows;
}

/** The audit events of sign-ins of a person, the failed ones first. */
export async function signInEventsOf(pool: Pool, personId: string) {
  const { rows } = await pool.query<{
    account_id: string;
    actor_type: string;
    actor_email: string;
    operation: string;
    outcome: string;
    target_id: string | null;
    address: string | null;
    user_agent: string | null;
  }>(
    `SELECT account_id, actor_type, actor_email, operation, outcome, target_id, address, user_agent FROM audit_events
     WHERE actor_id = $1 AND operation IN ('login', 'answerTotpChallenge') ORDER BY outcome, operation, account_id`,
    [personId],
  );
  return rows;
}

/** The same session under the token that an answer has set. */
export function renewed(
  session: SessionCredentials,
  answer: { headers: Record<string, unknown>; body?: { csrf_token?: string } },
): SessionCredentials {
  const token = cookieOf(answer, 'posthorn_session');
  if (token === undefined) throw new Error('The answer sets no cookie of a session.');
  return { ...session, token, csrfToken: answer.body?.csrf_token ?? session.csrfToken };
}

/** The status with which a session is answered: 200 or 401. */
export async function statusOf(app: TestApp, session: SessionCredentials): Promise<number> {
  return (await app.asPerson(session).get('/auth/me')).status;
}

/** Signs in with a password. @returns what the answer is: `session`, `totp_challenge` or the name of an error */
export async function signsInWith(app: TestApp, email: string, password: string): Promise<string> {
  const { body } = await app.asPerson().post('/auth/login').send({ email, password });
  return body.object ?? body.name;
}
