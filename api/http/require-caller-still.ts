// Authenticates a caller again just before its request is served, when that took long. A body may take minutes to
// arrive, a request waits for earlier ones of its account, and a client may read a list for hours: a key that is
// revoked or narrowed in that time, and a person who is removed or loses a role, must not act by a request that was
// begun before.
import type { Request } from 'express';
import { isReading, type Operation, takesBody } from '../../shared/contract/operation.ts';
import { isStale } from '../../shared/resources/foundation/api-keys/authenticate.ts';
import { findRoleOfSession } from '../../shared/resources/foundation/sessions/find-role.ts';
import { callerOf, type SessionCaller, setCaller } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { type AuthenticateKey, missingCredentials } from '../middleware/authenticate.ts';
import { checkPermission } from '../middleware/permissions.ts';

/** @throws DomainError what authentication and permissions refuse */
export type RequireCallerStill = (request: Request) => Promise<void>;

/** Creates the check of an operation. A session is also read after each body, because what people write is rare. */
export function createRequireCallerStill(
  operation: Operation,
  { database, clock }: ApiDeps,
  authenticateKey: AuthenticateKey,
): RequireCallerStill {
  const isPeopleWriting = takesBody(operation) && !isReading(operation);
  const findSessionAgain = async (request: Request, caller: SessionCaller) => {
    const foundAt = clock.now();
    const role = await findRoleOfSession(database, caller, foundAt);
    if (role === undefined) throw missingCredentials(request);
    setCaller(request, { ...caller, role, foundAt });
  };
  return async (request) => {
    const caller = callerOf(request);
    const isSession = caller.kind === 'session';
    const isDue = isStale(caller, clock.now()) || (isSession && isPeopleWriting);
    if (!isDue) return;
    await (isSession ? findSessionAgain(request, caller) : authenticateKey(request));
    checkPermission(callerOf(request), operation);
  };
}
