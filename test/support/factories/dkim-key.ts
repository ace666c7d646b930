// The DKIM key of every domain in tests, because generating a new one takes 100 ms. It is not secret: it is in the
// repository.
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DkimKeyPair } from '../../../shared/mail/dkim/dkim-keys.ts';
import type { SecretKeys } from '../../../shared/platform/security/secret-keys.ts';

/** `SECRET_KEY` with which the factories encrypt; a process that signs their mail needs the same. */
export const TEST_SECRET_KEY = 'the secret key of the tests, which is no secret';
/** The same as a process has it. */
export const TEST_SECRET_KEYS: SecretKeys = [TEST_SECRET_KEY];

/** Reads the key pair. */
export function readTestDkimKey(): DkimKeyPair {
  const privateKeyPem = readFileSync(new URL('test-dkim-key.pem', import.meta.url), 'utf8');
  const publicKey = createPublicKey(privateKeyPem).export({ type: 'spki', format: 'der' });
  return { privateKeyPem, publicKeyBase64: publicKey.toString('base64') };
}
