// Authentication of the operators' pages. Programs send the token as Bearer; browsers sign in once, with the form or
// with a link `?token=…`, and get a session cookie. The link redirects, so that the token does not stay in the address
// bar. Failed logins are rate-limited per client.
import type { Request, RequestHandler, Response } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { FailedLogins } from '../../shared/platform/security/failed-logins.ts';
import { wantsPage } from '../http/wants-type.ts';
import { bearerToken } from '../middleware/authenticate.ts';
import { appearanceOf } from '../public/appearance/page.ts';
import { hasOperatorCookie, type OperatorSession, setOperatorCookie } from '../sessions/operator-cookie.ts';
import { requireSameOrigin } from '../sessions/same-origin.ts';

/** Path of the login form (login.ts). */
export const LOGIN_PATH = '/ops/login';

/** What signing in needs. */
export interface OpsSignIn extends OperatorSession {
  failedLogins: FailedLogins;
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
      return response.redirect(303, appearanceOf(request).base + LOGIN_PATH);
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

/** Checks a token, from whichever place it came; a wrong one counts as a failed login. */
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
  response.redirect(303, appearanceOf(request).base + next);
}
