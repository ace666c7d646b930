// Signed URLs (HMAC-SHA-256): links that need no API key and can be opened by anyone until they expire. The signature
// covers the path and the expiry, so neither can be changed. Its key is derived from SECRET_KEY for this purpose only.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './aes-gcm.ts';

const KEY_BYTES = 32;

/** Creates and verifies signed links. */
export interface SignedLinks {
  /** @returns an absolute URL under PUBLIC_URL that expires at `endsAt`, in whole seconds */
  sign(path: string, endsAt: Date): string;
  /** True for the parameters of a link that `sign` made for this path and that has not expired. */
  isGood(path: string, parameters: LinkParameters, now: Date): boolean;
}

/** The query parameters of a signed link. */
export interface LinkParameters {
  /** Unix seconds. */
  expires?: unknown;
  signature?: unknown;
}

/**
 * Creates the signer of a process.
 * @param secretKey without it the key is random, and links are valid only until the process ends
 */
export function createSignedLinks(
  publicUrl: string,
  secretKey = randomBytes(KEY_BYTES).toString('hex'),
): SignedLinks {
  const key = deriveKey(secretKey, 'signed links');
  const signatureOf = (path: string, expires: string) =>
    createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url');
  return {
    sign(path, endsAt) {
      const expires = String(Math.floor(endsAt.getTime() / 1000));
      return `${publicUrl}${path}?expires=${expires}&signature=${signatureOf(path, expires)}`;
    },
    isGood(path, { expires, signature }, now) {
      if (typeof expires !== 'string' || typeof signature !== 'string') return false;
      const given = Buffer.from(signature);
      const right = Buffer.from(signatureOf(path, expires));
      return (
        given.length === right.length &&
        timingSafeEqual(given, right) &&
        Number(expires) * 1000 > now.getTime()
      );
    },
  };
}
