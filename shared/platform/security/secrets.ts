// Encryption of secrets at rest, for secrets that must be readable again (DKIM keys, webhook secrets): AES-256-GCM with
// a key derived from SECRET_KEY. The owner of a secret is authenticated with it (AAD), so that the secret of one row
// cannot be moved to another row.
import { createCipheriv, createDecipheriv, type DecipherGCM, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** Without this option Node would accept a shorter tag, which is easier to forge. */
const TAG_LENGTH = { authTagLength: TAG_BYTES };

/** Encrypts and decrypts secrets at rest. */
export interface Secrets {
  /**
   * @param owner the record that the secret belongs to, for example `dkim_keys/<id>`
   * @returns nonce (12 bytes), tag (16 bytes) and ciphertext
   */
  encrypt(secret: string, owner: string): Buffer;
  /** @throws Error when the bytes were changed, belong to another owner, or were encrypted with another SECRET_KEY */
  decrypt(encrypted: Buffer, owner: string): string;
}

/**
 * Creates the encryption of a process.
 * @param secretKey undefined is allowed in development; then `encrypt` and `decrypt` throw
 */
export function createSecrets(secretKey: string | undefined): Secrets {
  if (secretKey === undefined) return { encrypt: refuseWithoutKey, decrypt: refuseWithoutKey };
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'posthorn secrets at rest', KEY_BYTES));
  return {
    encrypt(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, TAG_LENGTH).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    decrypt(encrypted, owner) {
      const nonce = encrypted.subarray(0, NONCE_BYTES);
      const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const text = encrypted.subarray(NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, TAG_LENGTH)
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(text), finish(decipher)]).toString('utf8');
    },
  };
}

/** Checks the tag. @throws Error with the likely cause, because Node's own message names none */
function finish(decipher: DecipherGCM): Buffer {
  try {
    return decipher.final();
  } catch (cause) {
    throw new Error('A stored secret cannot be decrypted: SECRET_KEY is not the one that encrypted it.', {
      cause,
    });
  }
}

function refuseWithoutKey(): never {
  throw new Error('SECRET_KEY is not set: secrets cannot be encrypted or decrypted without it.');
}
