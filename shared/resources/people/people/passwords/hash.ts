// Hashes a password that somebody has chosen. A hash costs as much work as a sign-in, so it waits for the turn of the
// client network too: a network that chooses many passwords does not keep others from signing in.
import { clientNetwork } from '../../../platform/rate-limit/client-network.ts';
import { type PasswordHashes, TooManyHashesError } from '../../../platform/security/password-hash.ts';
import { type SignInTurns, tooManySignIns } from '../../sign-in/turns.ts';

/** Dependencies of hashing. */
export interface HashDeps {
  passwordHashes: PasswordHashes;
  signInTurns: SignInTurns;
}

/**
 * Hashes a password.
 * @param networkAddress IP address of the client; null: it has disconnected
 * @param check called when the turn has come, before the work; it throws what makes the work needless
 * @throws DomainError `rate_limit_exceeded` when too many others wait
 */
export async function hashInTurn(
  { passwordHashes, signInTurns }: HashDeps,
  { password, networkAddress }: { password: string; networkAddress: string | null },
  check: () => Promise<unknown> = async () => {},
): Promise<string> {
  return await signInTurns.run(clientNetwork(networkAddress ?? ''), async () => {
    await check();
    try {
      return await passwordHashes.hash(password);
    } catch (error) {
      throw error instanceof TooManyHashesError ? tooManySignIns() : error;
    }
  });
}
