// Credentials for the operators' pages: OPS_TOKEN, or a session cookie. The cookie is an expiry date with an HMAC
// signature made with the token, so no session is stored, and changing the token ends all sessions. Tokens are
// compared in constant time.
import { createHmac } from 'node:crypto';
import { areEqualSecrets } from '../../shared/platform/security/equal-secrets.ts';
import { HOUR_MS } from '../../shared/platform/time/durations.ts';

/** A browser stays signed in for a working day. */
export const OPS_SESSION_MS = 12 * HOUR_MS;
/** Domain separation: no other signature made with the same token can be used as a session. */
const SIGNATURE_PURPOSE = 'posthorn ops session';

/** Checks and creates the operators' credentials. */
export interface OpsAccess {
  isToken(text: string): boolean;
  /** @returns a cookie value that is valid for OPS_SESSION_MS from now */
  createSession(now: Date): string;
  isSession(value: string, now: Date): boolean;
}

/** Creates the checks for one token. */
export function createOpsAccess(token: string): OpsAccess {
  const sign = (expiresAtMs: string) =>
    createHmac('sha256', token).update(`${SIGNATURE_PURPOSE} ${expiresAtMs}`).digest('base64url');
  return {
    isToken: (text) => areEqualSecrets(text, token),
    createSession(now) {
      const expiresAtMs = String(now.getTime() + OPS_SESSION_MS);
      return `${expiresAtMs}.${sign(expiresAtMs)}`;
    },
    isSession(value, now) {
      const [expiresAtMs = '', signature = ''] = value.split('.');
      return areEqualSecrets(signature, sign(expiresAtMs)) && Number(expiresAtMs) > now.getTime();
    },
  };
}
