// Authentication of the operators' pages. Programs send the token as Bearer; browsers sign in once, with the form or
// with a link `?token=…`, and get a session cookie. The link redirects, so that the token does not stay in the address
// bar. Failed logins are rate-limited per client.
import type { Request, RequestHandler, Response } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { FailedLogins } from '../../shared/platform/security/failed-logins.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import { bearerToken } from '../middleware/authenticate.ts';
import { isServedOverTls } from '../middleware/security-headers.ts';
import { lookOf } from '../public/look/page.ts';
import { readCookie } from '../sessions/cookies.ts';
import { requireSameOrigin } from '../sessions/same-origin.ts';
import { OPS_SESSION_MS, type OpsAccess } from './access.ts';

const SESSION_COOKIE = 'posthorn_ops';
/** Path of the login form (login.ts). */
export const LOGIN_PATH = '/ops/login';

/** The dependencies of signing in. */
export interface OpsSignIn {
  access: OpsAccess;
  failedLogins: FailedLogins;
  clock: Clock;
  publicUrl: string;
}

/**
 * Middleware that passes operators on. It redirects browsers without a session to the login form; programs get
 * `missing_api_key`, `invalid_api_key` or `rate_limit_exceeded`.
 */
export function requireOperator(signIn: OpsSignIn): RequestHandler {
  return (request, response, next) => {
    const offered = request.query['token'];
    if (typeof offered === 'string' && request.method === 'GET')
      return followLink(signIn, offered, request, response);
    const bearer = bearerToken(request.get('authorization'));
    if (bearer !== undefined) {
      if (admits(signIn, bearer, request)) return next();
      throw new DomainError('invalid_api_key', 'The token does not match OPS_TOKEN.');
    }
    if (hasOperatorCookie(signIn, request)) return requireSameOrigin(request, response, next);
    if (request.method === 'GET' && wantsPage(request))
      return response.redirect(303, lookOf(request).base + LOGIN_PATH);
    throw new DomainError('missing_api_key', 'Send OPS_TOKEN as `Authorization: Bearer <token>`.');
  };
}

/**
 * Sets the session cookie of a browser that presents the token.
 * @returns false for a wrong token; it counts as a failed login
 * @throws DomainError `rate_limit_exceeded` after too many failed logins of one client
 */
export function signInWithToken(
  signIn: OpsSignIn,
  token: string,
  request: Request,
  response: Response,
): boolean {
  if (!admits(signIn, token, request)) return false;
  setOperatorCookie(signIn, response);
  return true;
}

/** Signs a browser in as an operator's. */
export function setOperatorCookie(
  { access, clock, publicUrl }: Omit<OpsSignIn, 'failedLogins'>,
  response: Response,
): void {
  response.cookie(SESSION_COOKIE, access.createSession(clock.now()), {
    httpOnly: true,
    sameSite: 'strict',
    secure: isServedOverTls(publicUrl),
    maxAge: OPS_SESSION_MS,
  });
}

/** Whether a request carries the cookie of an operator's browser. */
export function hasOperatorCookie(
  { access, clock }: Pick<OpsSignIn, 'access' | 'clock'>,
  request: Request,
): boolean {
  const session = readCookie(request, SESSION_COOKIE);
  return session !== undefined && access.isSession(session, clock.now());
}

/** Checks a token from any source; a wrong one counts as a failed login. */
function admits({ access, failedLogins }: OpsSignIn, token: string, request: Request): boolean {
  const address = request.ip ?? '';
  const retryAfterSeconds = failedLogins.blockedForSeconds(address);
  if (retryAfterSeconds > 0) {
    throw new DomainError('rate_limit_exceeded', 'Too many failed logins. Try again later.', {
      retryAfterSeconds,
    });
  }
  const isAdmitted = access.isToken(token);
  if (!isAdmitted) failedLogins.add(address);
  return isAdmitted;
}

function followLink(signIn: OpsSignIn, token: string, request: Request, response: Response): void {
  // Not originalUrl: a browser would take `//evil.test` in it for another host (open redirect).
  const path = request.baseUrl + request.path;
  const next = signInWithToken(signIn, token, request, response) ? path : LOGIN_PATH;
  response.redirect(303, lookOf(request).base + next);
}

/** Whether HTML is preferred to JSON, as by a browser that opens an address; a program that accepts any type gets JSON. */
export function wantsPage(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}
