// The failure of a call: the error of the API, or that the API could not be reached. Pages show its message, its
// name and the request id, which finds it in the log of the server.

/** Name of our own: the browser has another session than the page. */
export const SESSION_REPLACED = 'session_replaced';

/** A fault of a source, as of a template: its field and its place in it, from 1. */
export interface SourceProblem {
  field: string;
  line: number;
  column: number;
  message: string;
}

/** A field at fault; `to.1` is an item of one. */
export interface FieldFault {
  field: string | null;
  name: string;
  message: string;
}

/** A call that failed. */
export class ApiFailure extends Error {
  override name: string;
  /** The HTTP status; 0: no answer arrived. */
  readonly status: number;
  readonly requestId: string | undefined;
  /** Path of the first bad field. */
  readonly field: string | undefined;
  /** All fields at fault. */
  readonly faults: readonly FieldFault[];
  /** All faults of a source. */
  readonly problems: readonly SourceProblem[];

  constructor(about: {
    status: number;
    name: string;
    message: string;
    requestId?: string | undefined;
    field?: string | undefined;
    faults?: readonly FieldFault[] | undefined;
    problems?: readonly SourceProblem[] | undefined;
  }) {
    super(about.message);
    this.name = about.name;
    this.status = about.status;
    this.requestId = about.requestId;
    this.field = about.field;
    const { field = null, name, message } = about;
    this.faults = about.faults ?? [{ field, name, message }];
    this.problems = about.problems ?? [];
  }

  /** Whether there is no session, or it has ended. */
  get isSignedOut(): boolean {
    return this.name === 'missing_api_key';
  }

  /** The page has no session any more, or the browser has another one: it makes no sense to ask again. */
  get isAboutSession(): boolean {
    return this.isSignedOut || this.name === SESSION_REPLACED;
  }

  /** The same call may succeed later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** Reads the error of an answer; an answer that is not the API's, as of a proxy, has its status only. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const { status } = response;
  const error: unknown = await response.json().catch(() => undefined);
  if (isErrorBody(error)) return new ApiFailure({ status, requestId, ...error });
  const message = `The server answered with status ${status} and gave no reason.`;
  return new ApiFailure({ status, name: 'application_error', message, requestId });
}

function isErrorBody(body: unknown): body is { name: string; message: string; field?: string } {
  if (typeof body !== 'object' || body === null) return false;
  const { name, message } = body as Record<string, unknown>;
  return typeof name === 'string' && typeof message === 'string';
}

/** Anything thrown, as a failure. */
export function asFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ApiFailure({ status: 0, name: 'network_error', message });
}
