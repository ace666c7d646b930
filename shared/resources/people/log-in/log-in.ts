// Signs in with address and password (login). An unknown address, a person without a password and a wrong password are
// answered in the same words after the same work, so that the answer does not reveal who has an account.
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Background } from '../../../platform/lifecycle/background.ts';
import type { PasswordHashes } from '../../../platform/security/password-hash.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { recordForPerson } from '../../foundation/audit-events/record-of-person.ts';
import { findPersonToSignIn, lockPersonToSignIn, type PersonToSignIn } from '../people/find-to-sign-in.ts';
import { type AttemptDeps, withAttempt, wrongSignIn } from '../sign-in/attempts.ts';
import { beginSession, type SignedIn, type SignInOrigin } from '../sign-in/begin.ts';
import { signInEvent } from '../sign-in/event.ts';
import { tooManySignIns } from '../sign-in/turns.ts';

/** Dependencies of signing in. */
export interface LogInDeps extends AttemptDeps {
  database: Database;
  ids: Ids;
  passwordHashes: PasswordHashes;
  background: Background;
}

/**
 * Signs a person in.
 * @param email in key form
 * @throws DomainError `validation_error` for a wrong address or password, `rate_limit_exceeded` after too many
 */
export async function logIn(
  deps: LogInDeps,
  { email, password }: { email: string; password: string },
  origin: SignInOrigin,
): Promise<SignedIn> {
  const attempt = { email, networkAddress: origin.address, now: origin.now };
  // Before the attempt is counted: 90 refusals a second would write to the database more often than the mails do.
  if (deps.passwordHashes.isFull()) throw tooManySignIns();
  const signedIn = await withAttempt(deps, attempt, async () => {
    const person = await findPersonToSignIn(deps.database, email);
    const isRight = await deps.passwordHashes.verify(password, person?.passwordHash);
    if (person === undefined) return undefined;
    const begun = isRight ? await begin(deps, person, origin) : undefined;
    if (!begun) recordFailure(deps, person, origin);
    return begun;
  });
  if (!signedIn) throw wrongSignIn();
  return signedIn;
}

/** @returns undefined: the password was changed while it was checked */
async function begin(
  { database, ids }: LogInDeps,
  person: PersonToSignIn,
  origin: SignInOrigin,
): Promise<SignedIn | undefined> {
  return await transaction(database, async (client) => {
    const locked = await lockPersonToSignIn(client, person);
    if (!locked) return undefined;
    const { id: personId, hasSecondFactor } = locked;
    const signedIn = await beginSession(client, ids, { personId, hasSecondFactor }, origin);
    const sessionId = signedIn.kind === 'session' ? signedIn.session.id : undefined;
    const event = signInEvent('login', { personId, targetId: sessionId, outcome: 'succeeded', ...origin });
    await recordForPerson(client, ids, personId, event);
    return signedIn;
  });
}

/** In the background: the time of the answer must not show that there is a person to record it for. */
function recordFailure(
  { database, ids, background }: LogInDeps,
  { id }: PersonToSignIn,
  origin: SignInOrigin,
) {
  const event = signInEvent('login', { personId: id, outcome: 'failed', ...origin });
  background.start(`failed sign-in ${ids.next()}`, () =>
    transaction(database, (client) => recordForPerson(client, ids, id, event)),
  );
}
