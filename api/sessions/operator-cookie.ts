// The session cookie of an operator's browser: the pages below /ops set it after a sign-in, and the dashboard knows by it who
// runs the service.
import type { Request, Response } from 'express';
import { isServedOverTls } from '../../shared/platform/config/variable-values.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import { readCookie } from './cookies.ts';
import { OPS_SESSION_MS, type OpsAccess } from './operator-access.ts';

const SESSION_COOKIE = 'posthorn_ops';

/** What the cookie is made and checked with. */
export interface OperatorSession {
  access: OpsAccess;
  clock: Clock;
  publicUrl: string;
}

/** Signs a browser in as an operator's. */
export function setOperatorCookie({ access, clock, publicUrl }: OperatorSession, response: Response): void {
  response.cookie(SESSION_COOKIE, access.createSession(clock.now()), {
    httpOnly: true,
    sameSite: 'strict',
    secure: isServedOverTls(publicUrl),
    maxAge: OPS_SESSION_MS,
  });
}

/** Whether a request carries the cookie of an operator's browser. */
export function hasOperatorCookie(
  { access, clock }: Omit<OperatorSession, 'publicUrl'>,
  request: Request,
): boolean {
  const session = readCookie(request, SESSION_COOKIE);
  return session !== undefined && access.isSession(session, clock.now());
}
