// Guards the pages of operators. Programs send the token as Bearer; browsers sign in once, with the form or with
// a link `?token=…`, and carry a cookie. The token leaves the address bar at once: the link redirects.
import type { Request, RequestHandler, Response } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { FailedLogins } from '../../shared/platform/security/failed-logins.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import { bearerToken } from '../middleware/authenticate.ts';
import { isServedOverTls } from '../middleware/security-headers.ts';
import { OPS_SESSION_MS, type OpsAccess } from './access.ts';
import { requireSameOrigin } from './same-origin.ts';

const SESSION_COOKIE = 'posthorn_ops';
/** The form (login.ts). */
export const LOGIN_PATH = '/ops/login';

/** What signing in needs. */
export interface OpsSignIn {
  access: OpsAccess;
  failedLogins: FailedLogins;
  clock: Clock;
  publicUrl: string;
}

/** Lets operators pass; sends people to the form, and tells programs what is missing. */
export function requireOperator(signIn: OpsSignIn): RequestHandler {
  return (request, response, next) => {
    const { access, clock } = signIn;
    const offered = request.query['token'];
    if (typeof offered === 'string' && request.method === 'GET')
      return followLink(signIn, offered, request, response);
    const bearer = bearerToken(request.get('authorization'));
    if (bearer !== undefined) {
      if (admits(signIn, bearer, request)) return next();
      throw new DomainError('invalid_api_key', 'The token is not OPS_TOKEN.');
    }
    const session = readCookie(request, SESSION_COOKIE);
    if (session !== undefined && access.isSession(session, clock.now())) {
      return requireSameOrigin(request, response, next);
    }
    if (request.method === 'GET' && wantsPage(request)) return response.redirect(303, LOGIN_PATH);
    throw new DomainError('missing_api_key', 'Send OPS_TOKEN as `Authorization: Bearer <token>`.');
  };
}

/**
 * Signs a browser in when it offers the token.
 * @returns false for a wrong token; it counts as a failed login
 * @throws DomainError `rate_limit_exceeded` after too many failures from one client
 */
export function signInWithToken(
  signIn: OpsSignIn,
  token: string,
  request: Request,
  response: Response,
): boolean {
  const { access, clock, publicUrl } = signIn;
  if (!admits(signIn, token, request)) return false;
  response.cookie(SESSION_COOKIE, access.createSession(clock.now()), {
    httpOnly: true,
    sameSite: 'strict',
    secure: isServedOverTls(publicUrl),
    maxAge: OPS_SESSION_MS,
  });
  return true;
}

/** Judges a token, however it is offered; a wrong one counts as a failed login. */
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
  // Not originalUrl: `//evil.test` in it would be another host to a browser.
  const path = request.baseUrl + request.path;
  response.redirect(303, signInWithToken(signIn, token, request, response) ? path : LOGIN_PATH);
}

/** True for a browser's navigation; a program that accepts anything gets JSON. */
function wantsPage(request: Request): boolean {
  return request.get('accept')?.includes('text/html') ?? false;
}

function readCookie(request: Request, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}
