// Who makes a request. Middleware finds it out once; handlers ask for it here.
import type { Request } from 'express';
import type { ApiKeyPermission } from '../shared/resources/api-keys/authenticate.ts';

/** The holder of an API key. People with sessions become a second kind. */
export interface Caller {
  kind: 'api_key';
  accountId: string;
  keyId: string;
  permission: ApiKeyPermission;
  /** The only domain that the caller may send from, or null. */
  domainId: string | null;
}

/** Keyed by the request, so that nobody has to change the request's type and nothing outlives it. */
const callers = new WeakMap<object, Caller>();

/** Remembers the caller of a request. */
export function setCaller(request: object, caller: Caller): void {
  callers.set(request, caller);
}

/** The caller, where there may be none: logs. */
export function findCaller(request: object): Caller | undefined {
  return callers.get(request);
}

/** The caller of an authenticated request. */
export function callerOf(request: Request): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error('A route was reached without authentication.');
  return caller;
}
