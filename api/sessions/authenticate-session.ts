// Authenticates signed-in people by the cookie of their session, and protects them from requests that another page makes
// in their name (CSRF): a request that is not a GET must come from a page of this server and carry the token that
// GET /auth/me answers (docs/reference/auth.md#sessions).
import type { Request, Response } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { plainAddress } from '../../shared/platform/addresses/client-network.ts';
import { areEqualSecrets } from '../../shared/platform/security/equal-secrets.ts';
import { findSession } from '../../shared/resources/foundation/sessions/authenticate.ts';
import {
  isSessionUseWorthRecording,
  recordSessionUse,
} from '../../shared/resources/foundation/sessions/record-use.ts';
import { rotateDueSession } from '../../shared/resources/foundation/sessions/rotate.ts';
import { SESSION_MAX_MS } from '../../shared/resources/foundation/sessions/session.ts';
import { type Client, type SessionCaller, setCaller } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { cookieName, readCookie, setCookie } from './cookies.ts';
import { checkSameOrigin, isSafeMethod } from './same-origin.ts';

/** Longer texts of a client add no information. */
const USER_AGENT_MAX_LENGTH = 500;

/** Reads the origin of a request. */
export function clientOf(request: Request): Client {
  const address = plainAddress(request.ip ?? '');
  const userAgent = request.get('user-agent')?.slice(0, USER_AGENT_MAX_LENGTH).toWellFormed();
  return { address: address || null, userAgent: userAgent || null };
}

/** The token of the session that a request carries, valid or not. */
export function sessionTokenOf(request: Request, publicUrl: string): string | undefined {
  return readCookie(request, cookieName('session', publicUrl));
}

/** The token of the challenge that a request carries, valid or not. */
export function challengeTokenOf(request: Request, publicUrl: string): string | undefined {
  return readCookie(request, cookieName('challenge', publicUrl));
}

/** Gives the client the cookie of a session. */
export function setSessionCookie(response: Response, publicUrl: string, token: string): void {
  setCookie(response, 'session', { publicUrl, token, maxAgeMs: SESSION_MAX_MS });
}

/** Removes the cookie of a session that has ended. */
export function removeSessionCookie(response: Response, publicUrl: string): void {
  setCookie(response, 'session', { publicUrl, token: '', maxAgeMs: 0 });
}

/** The options of a request. */
interface SessionRequest {
  /** False: it does not prolong the session, because no person need be there to make it. True by default. */
  isUse?: boolean;
  /** The place of the token, by default the header; for a form, the caller checks it once the body has arrived. */
  csrfTokenIn?: 'header' | 'form';
}

/**
 * Authenticates a request by its session.
 * @returns false: it carries no session, or one that has ended
 * @throws DomainError `validation_error` 403 for a request that another page may have sent
 */
export async function authenticateSession(
  { database, config, clock, background }: ApiDeps,
  request: Request,
  response: Response,
  { isUse = true, csrfTokenIn = 'header' }: SessionRequest = {},
): Promise<boolean> {
  const token = sessionTokenOf(request, config.publicUrl);
  const now = clock.now();
  const session = token === undefined ? undefined : await findSession(database, token, now);
  if (!session) return false;
  const client = clientOf(request);
  const caller: SessionCaller = { kind: 'session', ...session, domainId: null, foundAt: now, client };
  setCaller(request, caller);
  forbidStoring(response);
  requireOwnPage(request, caller, csrfTokenIn);
  if (session.mustRotate) {
    const rotated = await rotateDueSession(database, session.sessionId, now);
    if (rotated !== undefined) setSessionCookie(response, config.publicUrl, rotated);
  }
  if (isUse && isSessionUseWorthRecording(session, now)) {
    const record = () => recordSessionUse(database, session, now);
    background.start(`last use of session ${session.sessionId}`, record);
  }
  return true;
}

/** Forbids caches to store an answer: without `Authorization` they might (RFC 9111 §3), and it is one person's own. */
export function forbidStoring(response: Response): void {
  response.setHeader('Cache-Control', 'no-store');
}

/** A read may carry the token as well: so a page can make sure that the answer belongs to the account that it shows. */
function requireOwnPage(request: Request, caller: SessionCaller, csrfTokenIn: 'header' | 'form'): void {
  const given = request.get('x-csrf-token');
  const isRead = isSafeMethod(request.method);
  if (!isRead) checkSameOrigin(request);
  if (csrfTokenIn === 'form' || (given === undefined ? isRead : hasCsrfToken(caller, given))) return;
  throw new DomainError(
    'validation_error',
    'The header `X-CSRF-Token` must be the `csrf_token` from GET /auth/me.',
    { statusCode: 403 },
  );
}

/** Whether a token is that of the session. */
export function hasCsrfToken({ csrfToken }: SessionCaller, given: string): boolean {
  return areEqualSecrets(given, csrfToken);
}
