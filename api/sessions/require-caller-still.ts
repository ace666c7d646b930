// Authenticates a caller again when the body has arrived. A body may take minutes to arrive: a person who is removed or loses
// a role in that time, and a key that is revoked, must not act by a request that was begun before.
import type { Request, RequestHandler } from 'express';
import { isReading, type Operation, roleFor } from '../../shared/contract/operation.ts';
import { isStale } from '../../shared/resources/foundation/api-keys/authenticate.ts';
import { findRoleOfSession } from '../../shared/resources/foundation/sessions/find-role.ts';
import { requireRoleEnough } from '../../shared/resources/people/members/require-role.ts';
import { callerOf, type SessionCaller, setCaller } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { missingCredentials } from '../middleware/authenticate.ts';

const pass: RequestHandler = (_request, _response, next) => next();

/**
 * Middleware after the body of what is written; throws what authentication throws, or `view_only_member`. A session is read
 * each time, because what people do is rare; a key only after a slow body.
 * @param authenticateAgain the middleware of authentication
 */
export function requireCallerStill(
  operation: Operation,
  { database, clock }: ApiDeps,
  authenticateAgain: RequestHandler,
): RequestHandler {
  if (isReading(operation)) return pass;
  const needed = roleFor(operation);
  const requireStill = async (request: Request, caller: SessionCaller) => {
    const role = await findRoleOfSession(database, caller, clock.now());
    if (role === undefined) throw missingCredentials(request);
    requireRoleEnough(role, needed);
    setCaller(request, { ...caller, role });
  };
  return (request, response, next) => {
    const caller = callerOf(request);
    if (caller.kind === 'session') return requireStill(request, caller).then(() => next());
    return isStale(caller, clock.now()) ? authenticateAgain(request, response, next) : next();
  };
}
