// Signs in with the second factor, after the password (TOTP challenge). A challenge and a code each sign in once: both are
// used up in the transaction that begins the session.
import { DomainError } from '../../contract/domain-error.ts';
import type { Database, Queryable } from '../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../platform/db/transaction.ts';
import type { Secrets } from '../../platform/security/secrets.ts';
import { hashToken } from '../../platform/security/tokens.ts';
import type { Ids } from '../../platform/time/ids.ts';
import { recordForPerson } from '../audit-events/record-of-person.ts';
import { type ShownSecondFactor, verifySecondFactor } from '../people/second-factor/verify.ts';
import { type AttemptDeps, withAttempt, wrongSignIn } from './attempts.ts';
import { type BegunSession, type SignInOrigin, startSession } from './begin.ts';
import { signInEvent } from './event.ts';

/** Dependencies of the second factor. */
export interface ChallengeDeps extends AttemptDeps {
  database: Database;
  ids: Ids;
  secrets: Secrets;
}

/** An answer to a challenge, by one of the two codes. */
export interface ChallengeAnswer extends Pick<ShownSecondFactor, 'code' | 'recoveryCode'> {
  /** The token of the challenge; undefined: the client has none. */
  token: string | undefined;
}

/**
 * Signs a person in whose password was right.
 * @throws DomainError `validation_error` for a wrong code or a challenge that is unknown, answered or expired,
 *   `rate_limit_exceeded` after too many wrong codes
 */
export async function answerChallenge(
  deps: ChallengeDeps,
  { token, ...codes }: ChallengeAnswer,
  origin: SignInOrigin,
): Promise<BegunSession> {
  const { now, address: networkAddress } = origin;
  const tokenHash = hashToken(token ?? '');
  const challenge = await findChallenge(deps.database, tokenHash, now);
  if (!challenge) throw challengeOver();
  const { personId, email } = challenge;
  const session = await withAttempt(deps, { email, networkAddress, now }, () =>
    transaction(deps.database, async (client) => {
      const isRight = await verifySecondFactor(client, deps.secrets, { personId, ...codes, now });
      if (isRight) await takeChallenge(client, tokenHash);
      const begun = isRight ? await startSession(client, deps.ids, { personId }, origin) : undefined;
      const outcome = begun ? 'succeeded' : 'failed';
      const event = signInEvent('answerTotpChallenge', { personId, targetId: begun?.id, outcome, ...origin });
      await recordForPerson(client, deps.ids, personId, event);
      return begun;
    }),
  );
  if (!session) throw wrongSignIn();
  return session;
}

async function findChallenge(database: Queryable, tokenHash: Buffer, now: Date) {
  const { rows } = await database.query<{ personId: string; email: string }>({
    name: 'find-sign-in-challenge',
    text: `SELECT person_id AS "personId", email FROM sign_in_challenges JOIN people ON people.id = person_id
           WHERE token_hash = $1 AND expires_at > $2`,
    values: [tokenHash, now],
  });
  return rows[0];
}

/** The row of the person is locked by now, so a challenge that a new password has ended is not found. */
async function takeChallenge(client: Transaction, tokenHash: Buffer): Promise<void> {
  const { rowCount } = await client.query({
    name: 'take-sign-in-challenge',
    text: 'DELETE FROM sign_in_challenges WHERE token_hash = $1',
    values: [tokenHash],
  });
  if (rowCount !== 1) throw challengeOver();
}

function challengeOver(): DomainError {
  return new DomainError(
    'validation_error',
    'Sign in with your password first. The second factor must follow within five minutes.',
  );
}
