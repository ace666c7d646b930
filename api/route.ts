// A route: an operation's row of the operations table, the joi schemas of its input and the handler that answers it.
// A schema is written once: requests are validated with it, and the API description is generated from it. A route is
// a plain value, so that the description can be generated without a database; mount-routes.ts serves it.
import type { Request, RequestHandler, Response } from 'express';
import type Joi from 'joi';
import type { Operation, Permission } from '../shared/contract/operation.ts';
import { isUuidV7 } from '../shared/platform/time/ids.ts';
import type { Reservation } from '../shared/resources/foundation/idempotency/keys.ts';
import type { Caller, CallerWith } from './caller.ts';
import type { ApiDeps } from './deps.ts';
import type { Content, Reply } from './reply.ts';

/** The form of an id in a path. Any other text is the id of nothing: `not_found`. */
export interface PathId {
  /** The kind of record that the id identifies: `Email`. */
  readonly of: string;
  /** Name for error messages instead of `of`, where several ids of a path identify one thing together. */
  readonly refusedAs?: string;
  /** For the API description, instead of `Id of the email`. */
  readonly description?: string;
  readonly isId: (text: string) => boolean;
}

/** `/emails/:id/attachments/:attachmentId` → `id | attachmentId`. */
export type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The ids that a path must have, as far as the type checker knows the path. */
type ParamSchemas<Path extends string> = [ParamName<Path>] extends [never]
  ? { params?: undefined }
  : { params: Readonly<Record<ParamName<Path>, PathId>> };

/** The input of an operation besides the ids in its path. */
interface Taken {
  query?: Joi.ObjectSchema;
  /** For the API description only; the code that reads a header validates it. */
  headers?: Joi.ObjectSchema;
  /**
   * `unchecked`: the handler validates the body itself, because it may accept parts of it. `described`: what the handler
   * accepts of a body whose outer form was checked.
   */
  body?:
    | Joi.ObjectSchema
    | { readonly unchecked: Joi.Schema }
    | { readonly checked: Joi.ObjectSchema; readonly described: Joi.Schema };
  /** The fields of a multipart body apart from its file; the handler validates them (Operation.upload). */
  form?: Joi.ObjectSchema;
}

/** The schemas of an operation. Only POST and PATCH have a body, and a DELETE whose row says so. */
type RouteSchemas<Row extends Operation> = Taken &
  ParamSchemas<Row['path']> &
  (Row extends { method: 'post' | 'patch' } | { hasBody: true } ? unknown : { body?: undefined });

/** Allows only known names: otherwise a misspelt name would be ignored silently. */
type NoOthers<Given, Known extends string> = Readonly<Record<Exclude<keyof Given, Known>, never>>;

type Checked<Schema> = unknown extends Schema
  ? unknown
  : Schema extends Joi.ObjectSchema<infer Value> | { readonly checked: Joi.ObjectSchema<infer Value> }
    ? Value
    : undefined;

/** The schemas of a route when only its path is known. */
interface AnySchemas {
  query: unknown;
  body: unknown;
}

/** A request whose input was validated. */
export interface Call<
  Path extends string = string,
  Schemas extends Partial<AnySchemas> = AnySchemas,
  By extends Caller | undefined = Caller,
> {
  readonly deps: ApiDeps;
  /** Undefined on an open operation, whose callers need no credentials. */
  readonly caller: By;
  readonly params: Readonly<Record<ParamName<Path>, string>>;
  /** Undefined where no schema is given. */
  readonly query: Checked<Schemas['query']>;
  readonly body: Checked<Schemas['body']>;
  /** The reservation of the request's idempotency key; undefined: it has none. */
  readonly reservation: Reservation | undefined;
  /** For handlers whose answer takes long. @throws DomainError when the caller may no longer call the operation */
  requireStill(): Promise<void>;
  /** For the few handlers that read or set headers. */
  readonly request: Request;
  readonly response: Response;
}

/**
 * What a handler returns: an object for the operation's first status, a Content, or a Reply with its own status. A
 * promise is excluded by the type, because it could resolve to anything, even to nothing.
 */
export type Answer = (object & { readonly then?: never }) | Content | Reply;

type Handler<Row extends Operation, Schemas extends Taken> = (
  call: Call<Row['path'], Schemas, CallerOf<Row>>,
) => Answer | Promise<Answer>;

/** The callers that can reach the handler of an operation. */
type CallerOf<Row extends Operation> = CallerWith<Row['permission'] & Permission>;

/** Wraps the validation and the handler (`run`). @returns the result of `run`, or another one */
export type Around = (
  call: Pick<Call, 'deps' | 'request' | 'response'>,
  run: (reservation: Reservation | undefined) => Promise<Answer>,
) => Promise<Answer>;

/** Options that few operations need. Routes that name the same guard share one instance of it. */
export interface RouteOptions {
  /** Middleware before the body is read. */
  beforeBody?: (deps: ApiDeps) => RequestHandler;
  /** Reads the body, where it is not plain JSON in memory. */
  readBody?: (deps: ApiDeps) => RequestHandler;
  around?: Around;
}

/** Validates what a schema cannot, because it depends on the time or the configuration. Runs before the path ids. */
type Check<Schemas extends Partial<AnySchemas> = AnySchemas> = (
  taken: Pick<Call<string, Schemas>, 'deps' | 'query' | 'body'>,
) => void;

/** An operation with everything that serves it. */
export interface Route {
  readonly operation: Operation;
  readonly schemas: Taken & { readonly params?: Readonly<Record<string, PathId>> | undefined };
  readonly handle: (call: Call<string, AnySchemas, Caller | undefined>) => Answer | Promise<Answer>;
  readonly check: Check | undefined;
  readonly options: RouteOptions;
}

/** The routes of a resource. */
export type Resource = readonly Route[];

/**
 * Defines a route.
 * @param schemas of query, body, headers and path ids
 * @param handle calls one function of shared/ and returns the response
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
  handle: Handler<Row, NoInfer<Schemas>>,
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

/** An id that is a UUID v7, as nearly all are. @param of what it identifies, for error messages: `Email` */
export function uuidOf(of: string): PathId {
  return { of, isId: isUuidV7 };
}
