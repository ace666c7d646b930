// Concurrency limits per account (semaphores with a fair queue): bound how many bodies, database connections and
// outbound requests one account may use at a time in this process, so that its requests, however slow or many, leave
// room for other accounts. A request beyond the limit waits in the queue of its account, and the queues take turns
// (round robin). A body's slot is used until the response ends. A database slot is used only while the operation works,
// even if its client has disconnected, because its statements continue.
import type { RequestHandler, Response } from 'express';
import type { Operation } from '../../shared/contract/operation.ts';
import { FairLimit } from '../../shared/platform/sharing/fair-limit.ts';
import { callerOf } from '../caller.ts';

/** Name of the Express setting that has the slots of the application. */
export const SLOTS_SETTING = 'account places';

/** The use of a slot. */
type Kind =
  | 'bodies of sends'
  | 'other bodies'
  | 'computed bodies'
  | 'computing'
  | 'calls'
  | 'database'
  | 'pages'
  | 'outbound'
  | 'model'
  | 'dns'
  | 'streams';
/** The semaphores of a process. */
export type AccountSlots = Readonly<Record<Kind, FairLimit>>;

/** Bodies of up to 256 KB each; larger ones share the byte budget (shared/platform/sharing/byte-budget.ts). */
const SENDS_OF_ACCOUNT = 500;
/** Bodies of up to 1 MB each. */
const BODIES_OF_ACCOUNT = 100;
/** The bodies with a computation that their client has chosen. */
const COMPUTED_OF_ACCOUNT = 4;
/** Requests that call operations; each of these takes the slots of its own requests. */
const CALLS_OF_ACCOUNT = 16;
/** Pages of one account that are made at a time. */
const PAGES_OF_ACCOUNT = 1;
/** Requests that wait for a server which the caller has chosen. */
const OUTBOUND_OF_ACCOUNT = 16;
/** Questions to the language model, of all accounts and of one: it takes long, and many at once make it slow for all. */
const QUESTIONS = 32;
const QUESTIONS_OF_ACCOUNT = 4;
/** Requests that ask DNS, each up to about thirty questions: no account floods a name server through us. */
const DNS_OF_ACCOUNT = 1;
/** Whole lists that one account reads at a time. No connection is used between two pages of a list. */
const STREAMS_OF_ACCOUNT = 1;
/** The part of the connections that one account may use; each result is also work for the event loop. */
const ACCOUNT_PART = 1 / 4;
/**
 * The part of the connections that all requests may hold while the computing process works for them: so waiting for it
 * does not take the connections of others.
 */
const COMPUTING_PART = 1 / 4;
/**
 * The part of the connections that all pages without a key may use. Anybody with a link can open them, and a decision
 * may wait for a lock.
 */
const PAGES_PART = 1 / 4;
/** Connections that stay free for what every request needs. */
const DATABASE_RESERVE = 2;

/** Creates the semaphores of a process. @param databasePoolSize connections in the pool */
export function createAccountSlots(databasePoolSize: number): AccountSlots {
  const connections = Math.max(databasePoolSize - DATABASE_RESERVE, 1);
  return {
    'bodies of sends': new FairLimit({ perOwner: SENDS_OF_ACCOUNT }),
    'other bodies': new FairLimit({ perOwner: BODIES_OF_ACCOUNT }),
    'computed bodies': new FairLimit({ perOwner: COMPUTED_OF_ACCOUNT }),
    computing: new FairLimit({
      total: Math.ceil(connections * COMPUTING_PART),
      perOwner: Math.ceil((connections * COMPUTING_PART) / 2),
    }),
    calls: new FairLimit({ perOwner: CALLS_OF_ACCOUNT }),
    database: new FairLimit({ total: connections, perOwner: Math.ceil(connections * ACCOUNT_PART) }),
    pages: new FairLimit({ total: Math.ceil(connections * PAGES_PART), perOwner: PAGES_OF_ACCOUNT }),
    outbound: new FairLimit({ perOwner: OUTBOUND_OF_ACCOUNT }),
    model: new FairLimit({ total: QUESTIONS, perOwner: QUESTIONS_OF_ACCOUNT }),
    dns: new FairLimit({ perOwner: DNS_OF_ACCOUNT }),
    streams: new FairLimit({ perOwner: STREAMS_OF_ACCOUNT }),
  };
}

/** Middleware before the body is read: waits until the account has a place for a body. */
export function takeBodySlot(operation: Operation): RequestHandler {
  const kind = bodyKindOf(operation);
  return (request, response, next) => {
    const enter = (leave: () => void) => {
      response.once('close', leave);
      next();
    };
    whenRoom(kind, callerOf(request), response, enter);
  };
}

function bodyKindOf({ uses, computes }: Operation): Kind {
  if (uses === 'accepting') return 'bodies of sends';
  if (computes) return 'computed bodies';
  // With a place of the others, the requests that are called could wait for places that their callers hold.
  return uses === 'calling' ? 'calls' : 'other bodies';
}

/**
 * Makes a page of an account when there is a place for it.
 * @returns undefined: the client disconnected before
 */
export function inPageSlot<Result>(
  response: Response,
  accountId: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return inPlaceOf('pages', response, accountId, work);
}

/**
 * Reads an answer that is streamed from the database: the statement uses a slot, and the client's reading none.
 * @returns undefined: the client disconnected before
 */
export function inDatabaseSlot<Result>(
  response: Response,
  accountId: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return inPlaceOf('database', response, accountId, work);
}

function inPlaceOf<Result>(
  kind: Kind,
  response: Response,
  accountId: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const enter = (leave: () => void) => {
      work().finally(leave).then(resolve, reject);
    };
    whenRoom(kind, { accountId }, response, enter, () => resolve(undefined));
  });
}

/**
 * Waits until the account streams no other list, and keeps the place until the response ends.
 * @returns false: the client disconnected before
 */
export function takeStreamSlot(response: Response, accountId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const enter = (leave: () => void) => {
      response.once('close', leave);
      resolve(true);
    };
    whenRoom('streams', { accountId }, response, enter, () => resolve(false));
  });
}

/**
 * These have their own bounds (shared/platform/db/waiting-bounds.ts, shared/resources/people/sign-in/turns.ts, the
 * handlers that stream, the requests that are called).
 */
const WITHOUT_PLACE: ReadonlySet<Operation['uses']> = new Set([
  'accepting',
  'signing-in',
  'streaming',
  'calling',
]);

/** Wraps a handler: waits until the account has a place for its operation. */
export function inSlot({ uses, computes }: Operation, handler: RequestHandler): RequestHandler {
  if (WITHOUT_PLACE.has(uses)) return handler;
  const others = computes ? 'computing' : 'database';
  const kind = uses === 'outbound' || uses === 'model' || uses === 'dns' ? uses : others;
  return (request, response, next) =>
    new Promise<void>((resolve, reject) => {
      const enter = (leave: () => void) => {
        const work = async () => {
          await handler(request, response, next);
        };
        work().finally(leave).then(resolve, reject);
      };
      // The function around this wrapper may wait for its end, even when the client has disconnected (contact-turns.ts).
      whenRoom(kind, callerOf(request), response, enter, resolve);
    });
}

/**
 * @param enter called with the function that releases the place
 * @param giveUp called instead if the client disconnects before there is room
 */
function whenRoom(
  kind: Kind,
  { accountId }: { accountId: string },
  response: Response,
  enter: (leave: () => void) => void,
  giveUp: () => void = () => {},
): void {
  const limit = (response.app.get(SLOTS_SETTING) as AccountSlots)[kind];
  response.once('close', giveUp);
  limit.enter(accountId, (leave) => {
    response.off('close', giveUp);
    if (response.destroyed) {
      leave();
      giveUp();
    } else enter(leave);
  });
}
