// Authenticated encryption (AES-256-GCM) with keys that are derived from SECRET_KEY (HKDF), one for each purpose: for
// secrets at rest (secrets.ts) and for sealed tokens (sealed-tokens.ts).
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from './secret-keys.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Without this option Node would accept a shorter tag, which is easier to forge. */
const TAG_LENGTH = { authTagLength: TAG_BYTES };

/** The encryption of one purpose. */
export interface AesGcm {
  /**
   * @param owner authenticated with the data (AAD), so that it opens for the same owner only
   * @returns nonce (12 bytes), tag (16 bytes) and ciphertext
   */
  encrypt(data: Buffer, owner: string): Buffer;
  /**
   * The same bytes for the same data and owner: the nonce is a hash of both, with a key of its own. Two nonces are equal
   * for equal data and owners only, because two tags of one nonce would show what forges a third.
   */
  encryptSame(data: Buffer, owner: string): Buffer;
  /** @throws Error when the bytes were changed, or belong to another owner or key */
  decrypt(encrypted: Buffer, owner: string): Buffer;
}

/** Creates the encryption of a purpose. */
export function createAesGcm(secretKey: string, purpose: string): AesGcm {
  const key = deriveKey(secretKey, purpose);
  const nonceKey = deriveKey(secretKey, `${purpose} nonces`);
  const encryptWith = (nonce: Buffer, data: Buffer, owner: string) => {
    const cipher = createCipheriv(ALGORITHM, key, nonce, TAG_LENGTH).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(data), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  };
  return {
    encrypt: (data, owner) => encryptWith(randomBytes(NONCE_BYTES), data, owner),
    encryptSame(data, owner) {
      const hash = createHmac('sha256', nonceKey).update(`${owner}\0`).update(data).digest();
      return encryptWith(hash.subarray(0, NONCE_BYTES), data, owner);
    },
    decrypt(encrypted, owner) {
      const nonce = encrypted.subarray(0, NONCE_BYTES);
      const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const text = encrypted.subarray(NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, TAG_LENGTH)
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]);
    },
  };
}
