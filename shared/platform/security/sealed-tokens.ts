// Sealed tokens (AES-256-GCM): data that travels in a link, unreadable and unchangeable for those who have the link.
// They never expire and need no row. Each purpose has its own key, derived from SECRET_KEY.
import { randomBytes } from 'node:crypto';
import { createAesGcm } from './aes-gcm.ts';

const KEY_BYTES = 32;

/** Seals and opens tokens of one purpose. */
export interface SealedTokens {
  /** @returns base64url, another text at each call, unless the tokens are the same */
  seal(data: Buffer): string;
  /** @returns the data; undefined: no token that `seal` has made with this key */
  open(token: string): Buffer | undefined;
}

/**
 * Creates the tokens of a purpose.
 * @param secretKey without it the key is random, and tokens open only until the process ends
 * @param areSame the same data always has the same token, which is for links that are shown again and again
 */
export function createSealedTokens(
  purpose: string,
  secretKey = randomBytes(KEY_BYTES).toString('hex'),
  { areSame } = { areSame: false },
): SealedTokens {
  const { encrypt, encryptSame, decrypt } = createAesGcm(secretKey, purpose);
  return {
    seal: (data) => (areSame ? encryptSame(data) : encrypt(data)).toString('base64url'),
    open(token) {
      const sealed = Buffer.from(token, 'base64url');
      // Decoding ignores other characters and the unused bits of the last one: only the canonical form is the token.
      if (sealed.toString('base64url') !== token) return undefined;
      try {
        return decrypt(sealed);
      } catch {
        return undefined;
      }
    },
  };
}
