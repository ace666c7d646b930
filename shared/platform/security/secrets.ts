// Encryption of secrets at rest, for secrets that must be readable again (DKIM keys, webhook secrets): AES-256-GCM with
// a key derived from SECRET_KEY. The owner of a secret is authenticated with it (AAD), so that the secret of one row
// cannot be moved to another row. The bytes do not say which key encrypted them: those of SECRET_KEY_PREVIOUS are tried too.
import { createAesGcm } from './aes-gcm.ts';
import { createKeyRing, type SecretKeys } from './secret-keys.ts';

/** Encrypts and decrypts secrets at rest. */
export interface Secrets {
  /**
   * @param owner the record that the secret belongs to, for example `dkim_keys/<id>`
   * @returns nonce (12 bytes), tag (16 bytes) and ciphertext
   */
  encrypt(secret: string, owner: string): Buffer;
  /** @throws Error when the bytes were changed, belong to another owner, or were encrypted with a key that is not listed */
  decrypt(encrypted: Buffer, owner: string): string;
}

/**
 * Creates the encryption of a process.
 * @param secretKeys undefined is allowed in development; then `encrypt` and `decrypt` throw
 */
export function createSecrets(secretKeys: SecretKeys | undefined): Secrets {
  if (secretKeys === undefined) return { encrypt: refuseWithoutKey, decrypt: refuseWithoutKey };
  const { first, all } = createKeyRing(secretKeys, (secretKey) => createAesGcm(secretKey, 'secrets at rest'));
  return {
    encrypt: (secret, owner) => first.tool.encrypt(Buffer.from(secret), owner),
    decrypt(encrypted, owner) {
      let cause: unknown;
      for (const { tool } of all) {
        try {
          return tool.decrypt(encrypted, owner).toString('utf8');
        } catch (error) {
          cause = error;
        }
      }
      // Node's own message names no cause.
      throw new Error(
        'A stored secret cannot be decrypted: neither SECRET_KEY nor a key in SECRET_KEY_PREVIOUS matches the key that encrypted it.',
        { cause },
      );
    },
  };
}

function refuseWithoutKey(): never {
  throw new Error('SECRET_KEY is not set: secrets cannot be encrypted or decrypted without it.');
}
