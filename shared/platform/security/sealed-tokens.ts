// Sealed tokens (AES-256-GCM): data that travels in a link, unreadable and unchangeable for those who have the link.
// They never expire and need no row. Each purpose has its own key, derived from SECRET_KEY, which the first octet of a
// token names. Tokens from before SECRET_KEY_PREVIOUS existed have no such octet and are tried with each key.
import { type AesGcm, createAesGcm } from './aes-gcm.ts';
import { createKeyRing, type SecretKeys } from './secret-keys.ts';

/** Seals and opens tokens of one purpose. */
export interface SealedTokens {
  /** @returns base64url, another text at each call, unless the tokens are the same */
  seal(data: Buffer): string;
  /** @returns the data; undefined: no token that `seal` has made with one of the keys */
  open(token: string): Buffer | undefined;
}

/**
 * Creates the tokens of a purpose.
 * @param secretKeys see createKeyRing
 * @param areSame the same data has the same token while the first key is the same, which is for links that are shown
 *   again and again
 */
export function createSealedTokens(
  purpose: string,
  secretKeys?: SecretKeys,
  { areSame } = { areSame: false },
): SealedTokens {
  const { first, all } = createKeyRing(secretKeys, (secretKey) => createAesGcm(secretKey, purpose));
  const { encrypt, encryptSame } = first.tool;
  const seal = areSame ? encryptSame : encrypt;
  return {
    seal: (data) =>
      Buffer.concat([Buffer.of(first.octet), seal(data, ownerOf(first.octet))]).toString('base64url'),
    open(token) {
      const sealed = Buffer.from(token, 'base64url');
      // Decoding ignores other characters and the unused bits of the last one: only the canonical form is the token.
      if (sealed.toString('base64url') !== token) return undefined;
      const [octet = 0] = sealed;
      const named = all.filter((key) => key.octet === octet);
      return openWith(named, sealed.subarray(1), ownerOf(octet)) ?? openWith(all, sealed, NO_OWNER);
    },
  };
}

/** The owner in tokens that name no key. */
const NO_OWNER = '';

/** The octet is authenticated, so a token without it is invalid. */
function ownerOf(octet: number): string {
  return `key ${octet}`;
}

function openWith(keys: readonly { tool: AesGcm }[], sealed: Buffer, owner: string): Buffer | undefined {
  for (const { tool } of keys) {
    try {
      return tool.decrypt(sealed, owner);
    } catch {}
  }
  return undefined;
}
