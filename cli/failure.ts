// What went wrong, as the CLI prints it: the error object of interface.md, Errors. The API's own errors pass as they
// are; the CLI has two names of its own for what never became an answer.

/** The object on stderr. */
export interface FailureBody {
  /** The HTTP status; 0: the request did not reach the API; null: it was not sent. */
  statusCode: number | null;
  name: string;
  message: string;
}

/** Ends the CLI with exit code 1. */
export class CliFailure extends Error {
  readonly body: FailureBody;

  constructor(body: FailureBody) {
    super(body.message);
    this.body = body;
  }
}

/** The command line asks for something that is not sent. */
export function rejected(message: string): CliFailure {
  return new CliFailure({ statusCode: null, name: 'cli_error', message });
}

/** Nobody answered. */
export function unreachable(message: string): CliFailure {
  return new CliFailure({ statusCode: 0, name: 'network_error', message });
}

/** Somebody answered, but not as the API does. */
export function notTheApi(statusCode: number, message: string): CliFailure {
  return new CliFailure({ statusCode, name: 'application_error', message });
}
