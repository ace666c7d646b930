// The type of a row of the operations table (operations.ts): one endpoint, with the permission that it requires (who
// may call what).
import type { ErrorName } from './errors.ts';
import type { Role } from './members/values.ts';

/**
 * Who may call an operation (docs/reference/api-keys.md#permissions).
 * - `send`: every API key, and signed-in people.
 * - `full`: full-access keys only, and signed-in people.
 * - `dashboard`: signed-in people only; every API key gets `dashboard_only`.
 * - `open`: everybody; credentials are ignored.
 */
export type Permission = 'send' | 'full' | 'dashboard' | 'open';

/** One endpoint. */
export interface Operation {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Express path, relative to the base address. */
  path: string;
  permission: Permission;
  /** The least role that a signed-in person needs, if it is not `viewer` for what reads and `member` for what writes. */
  role?: Role;
  /** A POST that changes nothing: it counts as reading. */
  isRead?: true;
  /** It writes its own audit event, in the transaction of its change. */
  isAudited?: true;
  /** A write that a suspended account may do; otherwise it may only do what a viewer may do. */
  goesOnSuspended?: true;
  /** A DELETE with a JSON body; POST and PATCH always have one. */
  hasBody?: true;
  /** With the permission `dashboard`: how an operator does this, as the refusal says. */
  byOperators?: string;
  /**
   * The limited resource that a request holds while it runs; api/middleware/account-slots.ts caps the share of one
   * account. `database`, the default: a connection. `accepting`: only the account's share of accepting emails.
   * `outbound`: a request to a server that the client named. `model`: an answer of the language model. `dns`: questions to DNS about a name of the client.
   * `contacts`: the account's turn to write contacts, then a connection. `signing-in`: the turn of the client network at
   * signing in, which is long; no connection is held during that time. `streaming`: the handler takes the places that it
   * needs (api/http/streams.ts), because the client reads its answer for as long as it wants. `calling`: a place of its
   * own and nothing else, because the operations that it calls take theirs.
   */
  uses?:
    | 'database'
    | 'accepting'
    | 'outbound'
    | 'model'
    | 'dns'
    | 'contacts'
    | 'signing-in'
    | 'streaming'
    | 'calling';
  /**
   * The operation computes something that the client has chosen (api/computing/): few bodies of an account are read at
   * a time.
   */
  computes?: true;
  /** Largest request body in bytes, if it is not BODY_MAX_BYTES of limits.ts. */
  bodyMaxBytes?: number;
  /** Names of errors that are its own, in addition to those that follow from the row (refusals.ts). */
  refuses?: readonly ErrorName[];
  /**
   * Status of success, if it is not only 200. Of several, the first one applies unless the handler returns another. 201
   * and 200 together: the object was created, or it existed already.
   */
  status?: Success | readonly [Success, ...Success[]];
}

/** A status of success: 200 done, 201 created, 202 accepted for later processing. */
type Success = 200 | 201 | 202;

/** Whether an operation only reads. */
export function isReading({ method, isRead }: Pick<Operation, 'method' | 'isRead'>): boolean {
  return method === 'get' || isRead === true;
}

/** Whether a request of an operation has a JSON body. */
export function takesBody({ method, hasBody }: Pick<Operation, 'method' | 'hasBody'>): boolean {
  return method === 'post' || method === 'patch' || hasBody === true;
}

/** The least role that a signed-in person needs for an operation. */
export function roleFor(operation: Pick<Operation, 'method' | 'isRead' | 'role'>): Role {
  return operation.role ?? (isReading(operation) ? 'viewer' : 'member');
}

/** Whether a suspended account may call an operation: it reads, or writes only data of the caller, such as a password. */
export function goesOnSuspended(operation: Operation): boolean {
  return operation.goesOnSuspended === true || isReading(operation) || operation.role === 'viewer';
}

/** Whether an operation sends mail. */
export function isSending({ refuses = [] }: Pick<Operation, 'refuses'>): boolean {
  return refuses.includes('reputation_paused');
}

/** Every status of success of an operation, the usual one first. */
export function statusesOf({ status = 200 }: Pick<Operation, 'status'>): readonly [Success, ...Success[]] {
  return typeof status === 'number' ? [status] : status;
}

/** An endpoint with what the API description and the command line show of it. */
export interface DescribedOperation extends Operation {
  /** The effect of the operation, in a few words. */
  summary: string;
  /**
   * The answer of the operation: an object or a list of objects, by the object's name in objects.ts, or a content type
   * that is not JSON. `orContent` is the content type of the object or of the whole list as a file, for a request that
   * accepts it. `oneOf`: one of several objects, which their field `object` distinguishes.
   */
  answer:
    | { object: string; orContent?: string }
    | { oneOf: readonly string[] }
    | { listOf: string /** The list is not paginated. */; isWhole?: true; orContent?: string }
    | { content: string /** The content is binary. */; isBinary?: true };
  /** An example of the body; it works after its domains and addresses are replaced by your own. */
  example?: Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];
  /**
   * The body may be `multipart/form-data` with a file in this field, in place of JSON. The other fields are the same in
   * both; those that are not texts are JSON in the multipart body.
   */
  upload?: { field: string /** Content type of the file. */; mediaType: string; description: string };
  /** Commands of the command line that call it: `resource action`. All after the first are aliases. */
  commands?: readonly string[];
}
