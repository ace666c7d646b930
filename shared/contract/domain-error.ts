// A refusal that the product decides, named as the interface names it. Rules in shared throw it, the API turns
// it into the error envelope, a job records it. Anything else that is thrown is a bug.
import type { ErrorName } from './errors.ts';

/** What a refusal may carry beside its message. */
export interface DomainErrorOptions {
  /** HTTP status where the interface gives one name two (a missing User-Agent: 403; batch_incomplete: 422). */
  statusCode?: number;
  /** Seconds for the `Retry-After` header. */
  retryAfterSeconds?: number;
  /** Further fields of the answer, for example the `index` of a batch's bad item. */
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** The refusal of an id that names nothing of the caller's. @param what the object, as people say it: `Email` */
export function notFound(what: string): DomainError {
  return new DomainError('not_found', `${what} not found.`);
}

/** A refusal with a name of the interface. Branch on `name`, never on the message. */
export class DomainError extends Error {
  override readonly name: ErrorName;
  readonly statusCode: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(name: ErrorName, message: string, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = name;
    this.statusCode = options.statusCode;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details ?? {};
  }

  /** The same refusal, of the item at this place of a list. */
  at(index: number): DomainError {
    const { name, message, statusCode, retryAfterSeconds, details } = this;
    return new DomainError(name, message, {
      ...(statusCode !== undefined && { statusCode }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      details: { ...details, index },
      cause: this,
    });
  }
}
