// Password hashes that take a few ms instead of 0.2 s. Verifying takes the parameters of the stored hash, so that people
// of a factory can sign in everywhere. test/shared/platform/security/password-hash.test.ts has the cost of production.
import {
  createPasswordHashes,
  type PasswordHashes,
} from '../../../shared/platform/security/password-hash.ts';

/** The hashes of a process, as cheap as tests need them. */
export function createCheapHashes(): PasswordHashes {
  return createPasswordHashes({ parameters: { N: 2 ** 10, r: 8, p: 1 } });
}
