// What a row of the table of operations (operations.ts) says.

/**
 * Who may call an operation.
 * - `send`: every API key (interface.md, Authentication 5).
 * - `full`: full-access keys.
 * - `dashboard`: signed-in people only; every API key gets `dashboard_only` (Authentication 6).
 */
export type Permission = 'send' | 'full' | 'dashboard';

/** One endpoint. */
export interface Operation {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Express path, relative to the base address. */
  path: string;
  permission: Permission;
  /**
   * What it holds while it works, of which no account gets all (api/middleware/account-places.ts): a connection of the
   * `database` unless told, only its part of `accepting` emails, or an `outbound` request to a server of the caller's.
   */
  uses?: 'database' | 'accepting' | 'outbound';
  /** Largest request body, where it is not BODY_MAX_BYTES of limits.ts. */
  bodyMaxBytes?: number;
  /**
   * Status of success, where it is not 200 alone; the first one unless the handler says another. 201 and 200: it was made,
   * it was there.
   */
  status?: Success | readonly [Success, ...Success[]];
}

/** A status of success: done, made, taken to be done later. */
type Success = 200 | 201 | 202;

/** Every status of success of an operation, the usual one first. */
export function statusesOf({ status = 200 }: Pick<Operation, 'status'>): readonly [Success, ...Success[]] {
  return typeof status === 'number' ? [status] : status;
}

/** An endpoint as the API description and the CLI present it. */
export interface DescribedOperation extends Operation {
  /** What it does, in a few words. */
  summary: string;
  /**
   * What it answers: an object or a list of them by its name in objects.ts, or something else than JSON by its content
   * type. Absent where it only refuses so far.
   */
  answer?:
    | { object: string }
    | { listOf: string /** It has no pages. */; isWhole?: true }
    | { content: string /** Its bytes are no text. */; isBinary?: true };
  /** A body that works once the names in it are your own. */
  example?: Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];
  /** Commands of the CLI that call it: `resource action`; the others than the first are further names. */
  commands?: readonly string[];
}
