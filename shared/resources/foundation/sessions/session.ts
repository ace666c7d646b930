// Sessions of signed-in people: their token, how long they last, and their row. A session acts in one account. Its token
// is 32 random bytes, stored as a hash only (docs/reference/auth.md#sessions).
import { randomBytes } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '../../../platform/time/durations.ts';

/** A session that is not used for this long has ended. */
export const SESSION_IDLE_MS = 14 * DAY_MS;
/** A session ends this long after signing in, however often it is used. */
export const SESSION_MAX_MS = 90 * DAY_MS;
/** Requests in flight at a rotation carry the previous token. */
export const PREVIOUS_TOKEN_MS = MINUTE_MS;

const TOKEN_BYTES = 32;

/** A new token of a session, a challenge or a link: 43 characters of base64url. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether a text has the form of such a token. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** When a session ends that is used at `now`. */
export function sessionEndOf(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + SESSION_IDLE_MS, createdAt.getTime() + SESSION_MAX_MS));
}
