// Sealed tokens (AES-256-GCM): data that travels in a link, unreadable and unchangeable for those who have the link.
// They never expire and need no row. Each purpose has its own key, derived from SECRET_KEY.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** Without this option Node would accept a shorter tag, which is easier to forge. */
const TAG_LENGTH = { authTagLength: TAG_BYTES };
/** Buffer.from ignores other characters, so without this check a changed token could open. */
const TOKEN_FORM = /^[A-Za-z0-9_-]+$/;

/** Seals and opens tokens of one purpose. */
export interface SealedTokens {
  /** @returns base64url, another text at each call */
  seal(data: Buffer): string;
  /** @returns the data; undefined: no token that `seal` has made with this key */
  open(token: string): Buffer | undefined;
}

/**
 * Creates the tokens of a purpose.
 * @param secretKey without it the key is random, and tokens open only until the process ends
 */
export function createSealedTokens(
  purpose: string,
  secretKey = randomBytes(KEY_BYTES).toString('hex'),
): SealedTokens {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `posthorn ${purpose}`, KEY_BYTES));
  return {
    seal(data) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, TAG_LENGTH);
      const text = Buffer.concat([cipher.update(data), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(token) {
      const sealed = TOKEN_FORM.test(token) ? Buffer.from(token, 'base64url') : Buffer.alloc(0);
      // The last character may hold bits that decoding drops: only the canonical form is the token.
      if (sealed.length <= NONCE_BYTES + TAG_BYTES || sealed.toString('base64url') !== token)
        return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), TAG_LENGTH);
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
