// The authenticated caller of a request. The authentication middleware stores it once; handlers read it here.
import type { Request } from 'express';
import type { ApiKeyPermission } from '../shared/resources/api-keys/authenticate.ts';

/** The holder of an API key. Signed-in people will be a second kind. */
export interface Caller {
  kind: 'api_key';
  accountId: string;
  keyId: string;
  permission: ApiKeyPermission;
  /** The only domain that the caller may send from, or null. */
  domainId: string | null;
}

/** Keyed by the request, so that the type of the request stays unchanged and the caller is freed with its request. */
const callers = new WeakMap<object, Caller>();

/** Stores the caller of a request. */
export function setCaller(request: object, caller: Caller): void {
  callers.set(request, caller);
}

/** The caller of a request that may not be authenticated, for logs; undefined if there is none. */
export function findCaller(request: object): Caller | undefined {
  return callers.get(request);
}

/** The caller of an authenticated request. @throws Error if the request was not authenticated, which is a bug */
export function callerOf(request: Request): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error('A route was reached without authentication.');
  return caller;
}
