// Who may see the pages of operators: the holder of OPS_TOKEN. A browser gets a cookie instead of the token; the
// cookie is an expiry date signed with the token, so no session is stored and a changed token ends them all.
import { createHmac } from 'node:crypto';
import { areEqualSecrets } from '../../shared/platform/security/equal-secrets.ts';
import { HOUR_MS } from '../../shared/platform/time/durations.ts';

/** A browser stays signed in for a working day. */
export const OPS_SESSION_MS = 12 * HOUR_MS;
/** What the signature is about, so that it can never pass for another one made with the same token. */
const SIGNATURE_PURPOSE = 'posthorn ops session';

/** Checks and issues the operators' credentials. */
export interface OpsAccess {
  isToken(text: string): boolean;
  /** A cookie value that is good until OPS_SESSION_MS from now. */
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
