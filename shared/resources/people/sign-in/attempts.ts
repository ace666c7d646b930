// Limits attempts to show a password or a code, at signing in and wherever else one is required (brute-force
// protection): ten failures of an address or of a client network in 15 minutes, over all processes. An attempt is
// counted before the work and removed when it was not a failure, so that no more passwords are tried than the limit
// allows.
import { DomainError } from '../../../contract/domain-error.ts';
import { SIGN_IN_FAILURES_MAX, SIGN_IN_WINDOW_MINUTES } from '../../../contract/limits.ts';
import { clientNetwork } from '../../../platform/addresses/client-network.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { type AttemptLimit, chargeAttempt, refundAttempt } from '../../../platform/rate-limit/attempts.ts';
import { TooManyHashesError } from '../../../platform/security/password-hash.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import { MINUTE_MS } from '../../../platform/time/durations.ts';
import { type SignInTurn, type SignInTurns, tooManySignIns } from './turns.ts';

/** Dependencies of attempts. */
export interface AttemptDeps {
  database: Queryable;
  signInTurns: SignInTurns;
}

/** An attempt. */
export interface SignInAttempt extends SignInTurn {
  now: Date;
}

/**
 * Does work that checks a password or a code, as an attempt.
 * @param work resolves to undefined when the password or the code is wrong: that is a failure. Anything else is none,
 *   an error too
 * @returns what `work` has resolved to
 * @throws DomainError `rate_limit_exceeded` after too many failures, or when too many attempts are in progress; the work
 *   was not done then. Otherwise what `work` throws
 */
export async function withAttempt<Result>(
  { database, signInTurns }: AttemptDeps,
  { now, ...turn }: SignInAttempt,
  work: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const limits = limitsOf(turn);
  return await signInTurns.run(turn, async () => {
    const waitSeconds = await chargeAttempt(database, limits, now);
    if (waitSeconds > 0) throw tooManyFailures(waitSeconds);
    let isFailure = false;
    try {
      const result = await work();
      isFailure = result === undefined;
      return result;
    } catch (error) {
      throw error instanceof TooManyHashesError ? tooManySignIns() : error;
    } finally {
      if (!isFailure) await refundAttempt(database, limits);
    }
  });
}

/**
 * The refusal of a wrong address, password or code: which of them it is, it does not say.
 * @param field the field that a form marks, where only one can be wrong
 */
export function wrongSignIn(field?: string): DomainError {
  return new DomainError(
    'validation_error',
    'The address, the password or the code is wrong.',
    field === undefined ? {} : { field },
  );
}

function limitsOf({ email, networkAddress }: SignInTurn): AttemptLimit[] {
  const network = clientNetwork(networkAddress ?? '');
  const keys = [`sign-in address ${hashToken(email).toString('hex')}`, `sign-in network ${network}`];
  return keys.map((key) => ({
    key,
    max: SIGN_IN_FAILURES_MAX,
    windowMs: SIGN_IN_WINDOW_MINUTES * MINUTE_MS,
  }));
}

function tooManyFailures(retryAfterSeconds: number): DomainError {
  const minutes = Math.ceil((retryAfterSeconds * 1_000) / MINUTE_MS);
  return new DomainError(
    'rate_limit_exceeded',
    `Too many failed sign-ins. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfterSeconds },
  );
}
