// Authenticates a signed-in person again when the body has arrived. A body may take minutes to arrive, and a person who is
// removed or loses a role in that time must not act by a request that was begun before.
import type { Request, RequestHandler } from 'express';
import { isReading, type Operation, roleFor } from '../../shared/contract/operation.ts';
import { findRoleOfSession } from '../../shared/resources/foundation/sessions/find-role.ts';
import { requireRoleEnough } from '../../shared/resources/people/members/require-role.ts';
import { findCaller, type SessionCaller, setCaller } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { missingCredentials } from '../middleware/authenticate.ts';

const pass: RequestHandler = (_request, _response, next) => next();

/** Middleware after the body of what people write; throws `missing_api_key` or `view_only_member`. */
export function requireSessionStill(operation: Operation, { database, clock }: ApiDeps): RequestHandler {
  if (isReading(operation)) return pass;
  const needed = roleFor(operation);
  const requireStill = async (request: Request, caller: SessionCaller) => {
    const role = await findRoleOfSession(database, caller.sessionId, clock.now());
    if (role === undefined) throw missingCredentials(request);
    requireRoleEnough(role, needed);
    setCaller(request, { ...caller, role });
  };
  return (request, _response, next) => {
    const caller = findCaller(request);
    if (caller?.kind !== 'session') return next();
    return requireStill(request, caller).then(() => next());
  };
}
