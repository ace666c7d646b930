// The authenticated caller of a request: the holder of an API key, or a signed-in person. The authentication middleware
// stores it once; handlers read it here.
import type { Request } from 'express';
import type { Permission } from '../shared/contract/operation.ts';
import type { TimelineActor } from '../shared/resources/audience/timeline-records/record.ts';
import type { ApiKeyPermission } from '../shared/resources/foundation/api-keys/authenticate.ts';
import type { AuthenticatedSession } from '../shared/resources/foundation/sessions/authenticate.ts';

/** The holder of an API key. */
export interface KeyCaller {
  kind: 'api_key';
  accountId: string;
  keyId: string;
  permission: ApiKeyPermission;
  /** The only domain that the caller may send from, or null. */
  domainId: string | null;
  isSuspended: boolean;
  /** When the key was found to be valid. */
  foundAt: Date;
}

/** A signed-in person, in the account of the session. */
export interface SessionCaller extends AuthenticatedSession {
  kind: 'session';
  /** People may send from every domain of the account. */
  domainId: null;
  /** When the session was found to be valid. */
  foundAt: Date;
  /** The origin of the request, for the audit log. */
  client: Client;
}

/** The origin of a request. */
export interface Client {
  /** IP address, or null if the client has disconnected. */
  address: string | null;
  userAgent: string | null;
}

/** The caller of an operation. */
export type Caller = KeyCaller | SessionCaller;

/** The callers that can reach the handler of an operation with this permission. */
export type CallerWith<Granted extends Permission> = Granted extends 'dashboard'
  ? SessionCaller
  : Granted extends 'open'
    ? undefined
    : Caller;

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

/** The actor of a write, as timelines have it. */
export function timelineActorOf(caller: Caller): TimelineActor {
  return caller.kind === 'session'
    ? { type: 'member', id: caller.personId }
    : { type: 'api_key', id: caller.keyId };
}
