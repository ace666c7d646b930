// Secrets that must be readable again: DKIM keys, webhook secrets. AES-256-GCM under SECRET_KEY; what a secret
// belongs to is authenticated with it, so that one row's secret cannot be moved to another row.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** Without it Node would take a shorter tag, which is easier to forge. */
const TAG_LENGTH = { authTagLength: TAG_BYTES };

/** Encrypts and decrypts secrets at rest. */
export interface Secrets {
  /** @param owner what the secret belongs to, for example `dkim_keys/<id>` */
  encrypt(secret: string, owner: string): Buffer;
  /** @throws Error when the bytes were changed, belong to another owner, or SECRET_KEY is another one */
  decrypt(encrypted: Buffer, owner: string): string;
}

/**
 * Creates the encryption of a process.
 * @param secretKey without one, which development allows, whoever needs a secret fails
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
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
  };
}

function refuseWithoutKey(): never {
  throw new Error('SECRET_KEY is not set: there are no secrets without it.');
}
