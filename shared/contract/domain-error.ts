// DomainError: a refusal that is part of the API, under one of the error names of errors.ts. Code in shared/ throws it,
// the API answers it as the error object, a job records it. Any other exception is a bug.
import type { EmailEventReason } from './emails/reasons.ts';
import type { ErrorName } from './errors.ts';

/**
 * Why an email is refused, where the name alone does not say it: for our own code that submits emails. No answer of the
 * API has it. The names that events have too mean the same here.
 */
export type RefusalReason =
  | Extract<
      EmailEventReason,
      | 'suppressed_address'
      | 'reserved_domain'
      | 'simulator_scheduled'
      | 'unsubscribed'
      | 'topic_opted_out'
      | 'recipient_not_confirmed'
      | 'domain_not_sendable'
    >
  /** The account has not registered the From domain. */
  | 'domain_not_registered'
  /** The API key is bound to another domain. */
  | 'domain_not_bound'
  /** The daily limit of the sandbox. */
  | 'sandbox_limit_reached'
  | 'topic_not_found';

/** Why a recipient gets no mail. */
export interface RecipientCause {
  address: string;
  reason: RefusalReason;
  message: string;
}

/** What a refusal may carry in addition to its message. */
export interface DomainErrorOptions {
  /** The HTTP status, for an error name that has two (a missing User-Agent: 403; batch_incomplete: 422). */
  statusCode?: number;
  /** Seconds for the `Retry-After` header. */
  retryAfterSeconds?: number;
  /** Further fields of the error object, for example `index`, the position of the invalid email in a batch. */
  details?: Readonly<Record<string, unknown>>;
  /** Path of the field that is at fault, such as `email`; signed-in people see it (docs/reference/errors.md). */
  field?: string;
  /** For our own code; clients do not see it. */
  reason?: RefusalReason;
  /** Of an email that is refused because of its recipients: why, by address. For our own code. */
  causes?: readonly RecipientCause[];
  cause?: unknown;
}

/**
 * The refusal of an id that does not exist or belongs to another account.
 * @param what the object as people call it: `Email`
 */
export function notFound(what: string, options?: Pick<DomainErrorOptions, 'reason' | 'field'>): DomainError {
  return new DomainError('not_found', `${what} not found.`, options);
}

/** The refusal of another value for a field that is given once, when the object is created. */
export function cannotBeChanged(field: string): DomainError {
  return new DomainError('validation_error', `\`${field}\` cannot be changed.`);
}

/** A refusal with an error name of the API. Branch on `name` and `reason`, never on the message. */
export class DomainError extends Error {
  override readonly name: ErrorName;
  readonly statusCode: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly field: string | undefined;
  readonly reason: RefusalReason | undefined;
  readonly causes: readonly RecipientCause[];

  constructor(name: ErrorName, message: string, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = name;
    this.statusCode = options.statusCode;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details ?? {};
    this.field = options.field;
    this.reason = options.reason;
    this.causes = options.causes ?? [];
  }

  /** The same refusal for the item at this index of a list; `details` gets `index`. */
  at(index: number): DomainError {
    const { name, message, statusCode, retryAfterSeconds, details, field, reason, causes } = this;
    return new DomainError(name, message, {
      ...(statusCode !== undefined && { statusCode }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(field !== undefined && { field: `${index}.${field}` }),
      ...(reason !== undefined && { reason }),
      causes,
      details: { ...details, index },
      cause: this,
    });
  }
}
