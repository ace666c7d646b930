// An operation as the API serves it: its row of the operations table, the schemas of what it takes, and the handler that
// answers. Schemas stand here once: they are checked before the handler runs, and the API description is made of them.
// A route is a value, so that the description is made without a database; mount-routes.ts serves it.
import type { Request, RequestHandler, Response } from 'express';
import type Joi from 'joi';
import type { Operation } from '../shared/contract/operation.ts';
import { isUuidV7 } from '../shared/platform/time/ids.ts';
import type { Reservation } from '../shared/resources/idempotency/keys.ts';
import type { Caller } from './caller.ts';
import type { ApiDeps } from './deps.ts';
import type { Content, Reply } from './reply.ts';

/** What an id in a path must be; anything else is the id of nothing. */
export interface PathId {
  /** What it is the id of: `Email`. */
  readonly of: string;
  /** What refusals call it instead, where all ids of the path name one thing together. */
  readonly refusedAs?: string;
  readonly isId: (text: string) => boolean;
}

/** `/emails/:id/attachments/:attachmentId` → `id | attachmentId`. */
export type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The ids that a path must have, as far as they are known when the program is checked. */
type ParamSchemas<Path extends string> = [ParamName<Path>] extends [never]
  ? { params?: undefined }
  : { params: Readonly<Record<ParamName<Path>, PathId>> };

/** What an operation takes beside the ids in its path. */
interface Taken {
  query?: Joi.ObjectSchema;
  /** For the description; whoever reads a header checks it. */
  headers?: Joi.ObjectSchema;
  /** `unchecked`: the handler checks it itself, since it may accept parts of it. */
  body?: Joi.ObjectSchema | { readonly unchecked: Joi.Schema };
}

/** What an operation takes. Only POST and PATCH have a body. */
type RouteSchemas<Row extends Operation> = Taken &
  ParamSchemas<Row['path']> &
  (Row['method'] extends 'post' | 'patch' ? unknown : { body?: undefined });

/** Nothing but what is known: a misspelt name would be left out in silence. */
type NoOthers<Given, Known extends string> = Readonly<Record<Exclude<keyof Given, Known>, never>>;

type Checked<Schema> = unknown extends Schema
  ? unknown
  : Schema extends Joi.ObjectSchema<infer Value>
    ? Value
    : undefined;

/** The schemas of a request of which only the path is known. */
interface AnySchemas {
  query: unknown;
  body: unknown;
}

/** A request whose schemas were checked. */
export interface Call<Path extends string = string, Schemas extends Partial<AnySchemas> = AnySchemas> {
  readonly deps: ApiDeps;
  readonly caller: Caller;
  readonly params: Readonly<Record<ParamName<Path>, string>>;
  /** Undefined where no schema is given. */
  readonly query: Checked<Schemas['query']>;
  readonly body: Checked<Schemas['body']>;
  /** Of its idempotency key; undefined: it has none. */
  readonly reservation: Reservation | undefined;
  /** For the few who read headers, or tell something in them. */
  readonly request: Request;
  readonly response: Response;
}

/**
 * An object or something else under the operation's first status, or a Reply that names its own. A promise is no answer:
 * it may hold anything, nothing included.
 */
export type Answer = (object & { readonly then?: never }) | Content | Reply;

type Handler<Path extends string, Schemas extends Taken> = (
  call: Call<Path, Schemas>,
) => Answer | Promise<Answer>;

/** Runs what checks the schemas and calls the handler. @returns its answer, or another one */
export type Around = (
  call: Pick<Call, 'deps' | 'caller' | 'request' | 'response'>,
  run: (reservation: Reservation | undefined) => Promise<Answer>,
) => Promise<Answer>;

/** What few operations need. Guards are made once for all routes that name the same. */
export interface RouteOptions {
  /** A guard before the body is read. */
  beforeBody?: (deps: ApiDeps) => RequestHandler;
  /** Reads the body, where that is not plain JSON in memory. */
  readBody?: (deps: ApiDeps) => RequestHandler;
  around?: Around;
}

/** Refuses what a schema cannot tell, since it depends on the time or the configuration; before the ids in the path. */
type Check<Schemas extends Partial<AnySchemas> = AnySchemas> = (
  taken: Pick<Call<string, Schemas>, 'deps' | 'query' | 'body'>,
) => void;

/** An operation with all that serves it. */
export interface Route {
  readonly operation: Operation;
  readonly schemas: Taken & { readonly params?: Readonly<Record<string, PathId>> | undefined };
  /** Undefined: it has only its guards. */
  readonly handle: ((call: Call) => Answer | Promise<Answer>) | undefined;
  readonly check: Check | undefined;
  readonly options: RouteOptions;
}

/** The routes of a resource. */
export type Resource = readonly Route[];

/**
 * Says how an operation is served.
 * @param handle calls one function of shared and answers
 */
export function route<
  const Row extends Operation,
  // biome-ignore lint/suspicious/noExplicitAny: the schemas' own types, as `any` lets them be inferred.
  Schemas extends RouteSchemas<Row> & { query?: Joi.ObjectSchema<any>; body?: any },
>(
  operation: Row,
  schemas: Schemas &
    NoOthers<Schemas, 'params' | keyof Taken> & {
      readonly params?: NoOthers<Schemas['params'], ParamName<Row['path']>>;
    },
  handle: Handler<Row['path'], NoInfer<Schemas>>,
  { check, ...options }: RouteOptions & { check?: Check<NoInfer<Schemas>> } = {},
): Route {
  return {
    operation,
    schemas,
    handle: handle as Route['handle'],
    check: check as Route['check'],
    options,
  };
}

/** An operation that nobody may call yet: whoever tries is refused with the true reason. */
export function refusedRoute(operation: Operation): Route {
  return { operation, schemas: {}, handle: undefined, check: undefined, options: {} };
}

/** An id that is a UUID v7, as nearly all are. @param of what it names, for refusals: `Email` */
export function uuidOf(of: string): PathId {
  return { of, isId: isUuidV7 };
}
