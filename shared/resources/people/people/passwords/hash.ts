// Hashes a password that a person has chosen. A hash costs as much work as a sign-in, so it waits for the turns of the
// client network and of the person too: many password changes do not prevent others from signing in.
import { type PasswordHashes, TooManyHashesError } from '../../../../platform/security/password-hash.ts';
import { type SignInTurn, type SignInTurns, tooManySignIns } from '../../sign-in/turns.ts';

/** Dependencies of hashing. */
export interface HashDeps {
  passwordHashes: PasswordHashes;
  signInTurns: SignInTurns;
}

/**
 * Hashes a password.
 * @param check called when the turn has come, before the work; it throws if the work is needless
 * @throws DomainError `rate_limit_exceeded` when too many others wait
 */
export async function hashInTurn(
  { passwordHashes, signInTurns }: HashDeps,
  { password, ...turn }: SignInTurn & { password: string },
  check: () => Promise<unknown> = async () => {},
): Promise<string> {
  return await signInTurns.run(turn, async () => {
    await check();
    try {
      return await passwordHashes.hash(password);
    } catch (error) {
      throw error instanceof TooManyHashesError ? tooManySignIns() : error;
    }
  });
}
