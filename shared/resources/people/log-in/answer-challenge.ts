// Signs in with the second factor, after the password (TOTP challenge). A challenge and a code each sign in once: both are
// used up in the transaction that begins the session.
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Secrets } from '../../../platform/security/secrets.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { recordForPerson } from '../../foundation/audit-events/record-of-person.ts';
import { type ShownSecondFactor, verifySecondFactor } from '../people/second-factor/verify.ts';
import { type AttemptDeps, withAttempt, wrongSignIn } from '../sign-in/attempts.ts';
import { type BegunSession, type SignInOrigin, startSession } from '../sign-in/begin.ts';
import { challengeOver, consumeChallenge, findChallenge } from '../sign-in/challenges.ts';
import { signInEvent } from '../sign-in/event.ts';

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
      if (isRight) await consumeChallenge(client, tokenHash);
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
