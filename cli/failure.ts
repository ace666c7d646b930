// Errors as the CLI prints them: the error object of the API (docs/reference/errors.md). Errors from the API are
// printed unchanged; the CLI adds names for failures without a response of the API (docs/cli.md).

/** The JSON object on stderr. */
export interface FailureBody {
  /** The HTTP status; 0 if the request did not reach the API; null if it was not sent. */
  statusCode: number | null;
  name: string;
  message: string;
  /** The page about the name; absent if no server is known that has it. */
  docs_url?: string;
  /** The job that has failed, or that could no longer be watched. */
  job?: object;
  /** What was imported in spite of the failure. */
  import?: object;
}

/** Names that only the CLI answers (docs/errors/). */
export const CLI_ERROR_NAMES: readonly string[] = [
  'cli_error',
  'network_error',
  'job_failed',
  'lines_refused',
];

/** An error that ends the CLI with exit code 1. */
export class CliFailure extends Error {
  readonly body: FailureBody;
  /** How long the server has asked to wait before the next request. */
  readonly retryAfterMs: number;

  constructor(body: FailureBody, retryAfterMs = 0) {
    super(body.message);
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

/** `cli_error`: the command line is invalid, so no request was sent. */
export function rejected(message: string): CliFailure {
  return new CliFailure({ statusCode: null, name: 'cli_error', message });
}

/** `network_error`: there was no response. */
export function unreachable(message: string): CliFailure {
  return new CliFailure({ statusCode: 0, name: 'network_error', message });
}

/** `job_failed`: the request was answered, but the job that it started has failed or was canceled. */
export function jobFailed(message: string, job: object): CliFailure {
  return new CliFailure({ statusCode: 200, name: 'job_failed', message, job });
}

/** `lines_refused`: a file was imported, but for some of its lines. */
export function linesRefused(message: string, report: object): CliFailure {
  return new CliFailure({ statusCode: 200, name: 'lines_refused', message, import: report });
}

/** `application_error`: the response is not one of the API. */
export function foreignResponse(statusCode: number, message: string): CliFailure {
  return new CliFailure({ statusCode, name: 'application_error', message });
}
