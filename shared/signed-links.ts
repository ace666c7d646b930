// Signs links that work without an API key for a while: whoever has the link has what it leads to. The signature
// covers what the link is about and when it ends, so neither can be changed.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;

/** Signs and checks. */
export interface LinkSigner {
  /** @param subject what the link leads to, for example `attachments/<id>` @param expiresAt Unix seconds */
  sign(subject: string, expiresAt: number): string;
  isValid(subject: string, expiresAt: number, signature: string): boolean;
}

/**
 * Creates the signer of a process.
 * @param secretKey SECRET_KEY; without one (tests, a bare development process) links end with the process
 */
export function createLinkSigner(secretKey: string | undefined): LinkSigner {
  const secret = secretKey ?? randomBytes(KEY_BYTES);
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'posthorn signed links', KEY_BYTES));
  const hmac = (subject: string, expiresAt: number) =>
    createHmac('sha256', key).update(`${subject}\n${expiresAt}`).digest();
  return {
    sign: (subject, expiresAt) => hmac(subject, expiresAt).toString('base64url'),
    isValid(subject, expiresAt, signature) {
      const expected = hmac(subject, expiresAt);
      const given = Buffer.from(signature, 'base64url');
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
