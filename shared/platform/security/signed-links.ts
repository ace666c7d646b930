// Links that need no key: whoever has one may open it, until it ends. The signature covers the path and the end, so
// neither can be changed, and its key is made from SECRET_KEY for this purpose alone.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;

/** Makes and checks links. */
export interface SignedLinks {
  /** An absolute URL under PUBLIC_URL that ends at an instant (whole seconds). */
  sign(path: string, endsAt: Date): string;
  /** True for the parameters that `sign` made for this path, while they last. */
  isGood(path: string, parameters: LinkParameters, now: Date): boolean;
}

/** What a link has in its query. */
export interface LinkParameters {
  /** Unix seconds. */
  expires?: unknown;
  signature?: unknown;
}

/**
 * Creates the links of a process.
 * @param secretKey without one, links last no longer than the process
 */
export function createSignedLinks(
  publicUrl: string,
  secretKey = randomBytes(KEY_BYTES).toString('hex'),
): SignedLinks {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'posthorn signed links', KEY_BYTES));
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
