// What a call of an operation becomes: method, path and query, from the contract. Pure, so that "Copy as curl" says
// exactly what the dashboard itself does.
import { OPERATIONS } from './generated/operations.ts';
import type { Calls } from './generated/types.ts';

/** Id of an operation. */
export type OperationId = keyof typeof OPERATIONS & keyof Calls;

/** The answer of an operation. */
export type AnswerOf<Id extends OperationId> = Calls[Id]['answer'];

/** An item of what a list operation answers. */
export type ItemOf<Id extends OperationId> = AnswerOf<Id> extends { data: (infer Item)[] } ? Item : never;

/** A field that is undefined is not sent. */
type Loose<Fields> = Fields extends object
  ? { [Name in keyof Fields]: Fields[Name] | Undefined<Fields, Name> }
  : Fields;
type Undefined<Fields, Name extends keyof Fields> = object extends Pick<Fields, Name> ? undefined : never;

type Part<Name extends string, Type> = Type extends undefined
  ? unknown
  : object extends Type
    ? { [Key in Name]?: Loose<Type> }
    : { [Key in Name]: Loose<Type> };

/** Operations that do nothing twice under one key (docs/reference/idempotency.md). */
type IdempotentId = 'sendEmail' | 'sendBatch' | 'sendEvent';

/** The input of a call: the ids of its path at the top, `query`, `body` and `headers` next to them. */
export type InputOf<Id extends OperationId> = (Calls[Id]['params'] extends undefined
  ? unknown
  : Calls[Id]['params']) &
  Part<'query', Calls[Id]['query']> &
  Part<'body', Calls[Id]['body']> &
  (Id extends IdempotentId ? { headers?: { 'Idempotency-Key': string } } : unknown);

/** A call that needs nothing takes no second argument. */
export type InputArgument<Id extends OperationId> =
  object extends InputOf<Id> ? [input?: InputOf<Id>] : [input: InputOf<Id>];

/** A request, before it is sent. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path and query, below the base address. */
  path: string;
  body: unknown;
  /** Besides those that every request has. */
  headers?: Readonly<Record<string, string>>;
}

type AnyInput = Readonly<Record<string, unknown>> & {
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
};

/** The request of a call. */
export function requestOf<Id extends OperationId>(id: Id, ...[given]: InputArgument<Id>): ApiRequest {
  const input: AnyInput = given ?? {};
  const { method, path } = OPERATIONS[id];
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  const search = query.toString();
  return {
    method: method.toUpperCase() as ApiRequest['method'],
    path: search ? `${filled}?${search}` : filled,
    body: input.body,
    ...(input.headers && { headers: input.headers }),
  };
}
