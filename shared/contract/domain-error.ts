// DomainError: a refusal that is part of the API, under one of the error names of errors.ts. Code in shared/ throws it,
// the API answers it as the error object, a job records it. Any other exception is a bug.
import type { ErrorName } from './errors.ts';

/** What a refusal may carry in addition to its message. */
export interface DomainErrorOptions {
  /** The HTTP status, for an error name that has two (a missing User-Agent: 403; batch_incomplete: 422). */
  statusCode?: number;
  /** Seconds for the `Retry-After` header. */
  retryAfterSeconds?: number;
  /** Further fields of the error object, for example `index`, the position of the invalid email in a batch. */
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/**
 * The refusal of an id that does not exist or belongs to another account.
 * @param what the object as people call it: `Email`
 */
export function notFound(what: string): DomainError {
  return new DomainError('not_found', `${what} not found.`);
}

/** The refusal of another value for a field that is given once, when the object is created. */
export function cannotBeChanged(field: string): DomainError {
  return new DomainError('validation_error', `\`${field}\` cannot be changed.`);
}

/** A refusal with an error name of the API. Branch on `name`, never on the message. */
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

  /** The same refusal for the item at this index of a list; `details` gets `index`. */
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
