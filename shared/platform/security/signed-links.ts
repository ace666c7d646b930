// Signed URLs (HMAC-SHA-256): links that need no API key and can be opened by anyone until they expire. The signature
// covers the path and the expiry, so neither can be changed. Its key is derived from SECRET_KEY for this purpose only, and
// the first octet of the signature names it. Signatures from before SECRET_KEY_PREVIOUS existed lack that octet.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createKeyRing, deriveKey, type RingKey, type SecretKeys } from './secret-keys.ts';

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
 * @param secretKeys see createKeyRing
 */
export function createSignedLinks(publicUrl: string, secretKeys?: SecretKeys): SignedLinks {
  const { first, all } = createKeyRing(secretKeys, (secretKey) => deriveKey(secretKey, 'signed links'));
  return {
    sign(path, endsAt) {
      const expires = String(Math.floor(endsAt.getTime() / 1000));
      const signature = Buffer.concat([Buffer.of(first.octet), hmacOf(first, path, expires)]);
      return `${publicUrl}${path}?expires=${expires}&signature=${signature.toString('base64url')}`;
    },
    isGood(path, { expires, signature }, now) {
      if (typeof expires !== 'string' || typeof signature !== 'string') return false;
      if (signature.length > SIGNATURE_MAX_LENGTH) return false;
      const signed = Buffer.from(signature, 'base64url');
      const isNamed = signed.length > HMAC_BYTES;
      const given = isNamed ? signed.subarray(1) : signed;
      return (
        // Decoding ignores other characters and the unused bits of the last one.
        signed.toString('base64url') === signature &&
        given.length === HMAC_BYTES &&
        (isNamed ? all.filter(({ octet }) => octet === signed[0]) : all).some((key) =>
          timingSafeEqual(given, hmacOf(key, path, expires)),
        ) &&
        Number(expires) * 1000 > now.getTime()
      );
    },
  };
}

const HMAC_BYTES = 32;
/** A longer text is not decoded. */
const SIGNATURE_MAX_LENGTH = Math.ceil(((1 + HMAC_BYTES) * 4) / 3);

function hmacOf({ tool: key }: RingKey<Buffer>, path: string, expires: string): Buffer {
  return createHmac('sha256', key).update(`${path}\n${expires}`).digest();
}
