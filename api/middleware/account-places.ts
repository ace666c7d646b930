// Bounds how much of a process one account may use at a time, so that its requests, however slow and however many, leave
// bodies, connections of the database and sockets to others. What is too much waits in the account's own line, and lines
// take turns. A place for a body is had until the request is answered; one of the database only while the operation
// works, whatever became of its client, since its statements go on.
import type { Request, RequestHandler, Response } from 'express';
import type { Operation } from '../../shared/contract/operation.ts';
import { FairQueue } from '../../shared/platform/sharing/fair-queue.ts';
import { OwnerCounts } from '../../shared/platform/sharing/owner-counts.ts';
import { callerOf } from '../caller.ts';

/** Name of the application's setting that holds its places. */
export const PLACES_SETTING = 'account places';

/** What requests share. */
interface Places {
  /** Of all accounts. */
  max: number;
  maxOfAccount: number;
  used: OwnerCounts;
  waiting: FairQueue<() => void>;
}

/** Where requests wait. */
type Kind = 'bodies of sends' | 'other bodies' | 'database' | 'outbound';
/** The places of a process. */
export type AccountPlaces = Readonly<Record<Kind, Places>>;

/** Up to 256 KB each; larger ones share bytes (body/email/byte-budget.ts). */
const SENDS_OF_ACCOUNT = 500;
/** Up to 1 MB each. */
const BODIES_OF_ACCOUNT = 100;
/** Requests that wait for a server which the caller has named. */
const OUTBOUND_OF_ACCOUNT = 16;
/** Part of the connections that one account may have: each is a list of it that the event loop has to write, too. */
const ACCOUNT_PART = 1 / 4;
/** Connections that are left for what every request needs. */
const DATABASE_RESERVE = 2;

/** Creates the places of a process. @param databasePoolSize its connections */
export function createAccountPlaces(databasePoolSize: number): AccountPlaces {
  const connections = Math.max(databasePoolSize - DATABASE_RESERVE, 1);
  return {
    'bodies of sends': createPlaces(Number.POSITIVE_INFINITY, SENDS_OF_ACCOUNT),
    'other bodies': createPlaces(Number.POSITIVE_INFINITY, BODIES_OF_ACCOUNT),
    database: createPlaces(connections, Math.ceil(connections * ACCOUNT_PART)),
    outbound: createPlaces(Number.POSITIVE_INFINITY, OUTBOUND_OF_ACCOUNT),
  };
}

function createPlaces(max: number, maxOfAccount: number): Places {
  return { max, maxOfAccount, used: new OwnerCounts(), waiting: new FairQueue() };
}

/** Lets a request go on to its body when its account has a place for that. */
export function takeBodyPlace({ uses }: Operation): RequestHandler {
  const kind = uses === 'accepting' ? 'bodies of sends' : 'other bodies';
  return (request, response, next) => {
    const enter = (leave: () => void) => {
      response.once('close', leave);
      next();
    };
    whenRoom(kind, request, response, enter);
  };
}

/** Runs an operation when its account has a place for it. */
export function inPlace({ uses = 'database' }: Operation, handler: RequestHandler): RequestHandler {
  // Accepting bounds itself (shared/platform/db/gathering-bounds.ts).
  if (uses === 'accepting') return handler;
  return (request, response, next) =>
    new Promise<void>((resolve, reject) => {
      whenRoom(uses, request, response, (leave) => {
        const work = async () => {
          await handler(request, response, next);
        };
        work().finally(leave).then(resolve, reject);
      });
    });
}

/** @param enter called with what gives the place back; never for a client that has gone */
function whenRoom(
  kind: Kind,
  request: Request,
  response: Response,
  enter: (leave: () => void) => void,
): void {
  const places = (request.app.get(PLACES_SETTING) as AccountPlaces)[kind];
  const { accountId } = callerOf(request);
  const enterNow = () => {
    if (response.destroyed) return;
    places.used.add(accountId);
    enter(() => leavePlace(places, accountId));
  };
  if (hasRoom(places, accountId)) enterNow();
  else places.waiting.push(accountId, enterNow);
}

function hasRoom({ max, maxOfAccount, used }: Places, accountId: string): boolean {
  return used.total < max && used.of(accountId) < maxOfAccount;
}

function leavePlace(places: Places, accountId: string): void {
  places.used.remove(accountId);
  const mayEnter = (_enter: () => void, owner: string) => hasRoom(places, owner);
  for (let enter = places.waiting.take(mayEnter); enter; enter = places.waiting.take(mayEnter)) enter();
}
