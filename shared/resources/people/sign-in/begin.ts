// The last step of every way to sign in (password, reset link, invitation): a session, or a challenge for the second
// factor. Both are new, so that a token which was known to others before is worth nothing after (session fixation).
import { DomainError } from '../../../contract/domain-error.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import { MINUTE_MS } from '../../../platform/time/durations.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { createSession, type StartedSession } from '../../foundation/sessions/create.ts';
import { type DescribedSession, describeSession } from '../../foundation/sessions/describe.ts';
import { createToken } from '../../foundation/sessions/session.ts';

/** How long a challenge may be answered. */
const CHALLENGE_LIFE_MS = 5 * MINUTE_MS;

/** The person who has shown the first factor. */
export interface SigningIn {
  personId: string;
  hasSecondFactor: boolean;
  /** The account in which the session begins; by default the oldest membership, with a proven address if there is one. */
  accountId?: string;
}

/** The origin and the time. */
export interface SignInOrigin {
  address: string | null;
  userAgent: string | null;
  now: Date;
}

/** Described where it began: another sign-in of the person may end it before the answer is written. */
export interface BegunSession extends StartedSession {
  described: DescribedSession;
}

/** The result of signing in. The tokens are in plain text: for a cookie, and nowhere else. */
export type SignedIn =
  | { kind: 'session'; session: BegunSession }
  | { kind: 'challenge'; token: string; expiresAt: Date };

/**
 * Begins a session, or a challenge for a person with a second factor.
 * @throws DomainError `validation_error` for a person who is a member of no account
 */
export async function beginSession(
  client: Transaction,
  ids: Ids,
  person: SigningIn,
  origin: SignInOrigin,
): Promise<SignedIn> {
  const { personId, hasSecondFactor } = person;
  if (!hasSecondFactor) return { kind: 'session', session: await startSession(client, ids, person, origin) };
  const token = createToken();
  const expiresAt = new Date(origin.now.getTime() + CHALLENGE_LIFE_MS);
  await client.query({
    name: 'create-sign-in-challenge',
    text: 'INSERT INTO sign_in_challenges (token_hash, person_id, expires_at) VALUES ($1, $2, $3)',
    values: [hashToken(token), personId, expiresAt],
  });
  return { kind: 'challenge', token, expiresAt };
}

/**
 * Starts the session of a person who has shown every factor.
 * @throws DomainError as `beginSession`
 */
export async function startSession(
  client: Transaction,
  ids: Ids,
  { personId, accountId }: Pick<SigningIn, 'personId' | 'accountId'>,
  origin: SignInOrigin,
): Promise<BegunSession> {
  const { rows } = await client.query<{ accountId: string }>({
    name: 'find-account-to-sign-in',
    text: `SELECT account_id AS "accountId" FROM members WHERE person_id = $1
           ORDER BY account_id = $2 DESC NULLS LAST, is_proven DESC, id LIMIT 1`,
    values: [personId, accountId ?? null],
  });
  if (!rows[0]) {
    throw new DomainError(
      'validation_error',
      'You are no longer a member of any account. Ask for an invitation.',
    );
  }
  const started = await createSession(client, ids, { personId, accountId: rows[0].accountId, ...origin });
  return { ...started, described: await describeSession(client, started.id) };
}
