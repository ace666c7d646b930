// DomainError: a refusal that is part of the API, under one of the error names of errors.ts. Code in shared/ throws it,
// the API answers it as the error object, a job records it. Any other exception is a bug.
import type { EmailEventReason } from './emails/reasons.ts';
import type { ErrorName, Fault } from './errors.ts';
import { FAULTS_MAX } from './limits.ts';

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

/** The parts that a refusal may have in addition to its message. */
export interface DomainErrorOptions {
  /** The HTTP status, for an error name that has two (a missing User-Agent: 403; batch_incomplete: 422). */
  statusCode?: number;
  /** Seconds for the `Retry-After` header. */
  retryAfterSeconds?: number;
  /** Further fields of the error object, for example `index`, the position of the invalid email in a batch. */
  details?: Readonly<Record<string, unknown>>;
  /** Path of the field that is at fault, such as `email` (docs/reference/errors.md#faults). */
  field?: string;
  /** Reads the input a second time for all of its faults. It has no effects, and runs only for the answer. */
  findFaults?: () => readonly Fault[];
  /** For our own code; clients do not see it. */
  reason?: RefusalReason;
  /** Why an email is refused because of its recipients, by address. For our own code. */
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
  return new DomainError('validation_error', `\`${field}\` cannot be changed.`, { field });
}

/** A refusal with an error name of the API. Branch on `name` and `reason`, never on the message. */
export class DomainError extends Error {
  override readonly name: ErrorName;
  readonly statusCode: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly field: string | undefined;
  readonly findFaults: (() => readonly Fault[]) | undefined;
  readonly reason: RefusalReason | undefined;
  readonly causes: readonly RecipientCause[];

  constructor(name: ErrorName, message: string, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = name;
    this.statusCode = options.statusCode;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details ?? {};
    this.field = options.field;
    this.findFaults = options.findFaults;
    this.reason = options.reason;
    this.causes = options.causes ?? [];
  }

  /** The same refusal for the item at this index of a list; `details` gets `index`. */
  at(index: number): DomainError {
    const { field, findFaults } = this;
    const isOfField = field !== undefined || findFaults !== undefined;
    return this.#copy({
      ...(isOfField && {
        field: fieldOfItem(index, field),
        findFaults: () =>
          this.faults().map((fault) => ({ ...fault, field: fieldOfItem(index, fault.field) })),
      }),
      details: { ...this.details, index },
      cause: this,
    });
  }

  /** The same refusal, of an input that has more faults. */
  withFaults(findMore: () => readonly Fault[]): DomainError {
    return this.#copy({ findFaults: () => [...this.faults(), ...findMore()], cause: this.cause });
  }

  /**
   * All faults of the input, each field once; the first is this refusal. Empty: it is about no field. If the second
   * reading fails, only the first fault is left.
   */
  faults(): readonly Fault[] {
    const { name, message, field, findFaults } = this;
    if (field === undefined && !findFaults) return [];
    const first: Fault = { field: field ?? null, name, message };
    try {
      const byField = new Map<string, Fault>([[first.field ?? message, first]]);
      for (const fault of findFaults?.() ?? []) {
        const key = fault.field ?? fault.message;
        if (!byField.has(key) && !isBelow(field, fault.field)) byField.set(key, fault);
      }
      return [...byField.values()].slice(0, FAULTS_MAX);
    } catch {
      return [first];
    }
  }

  #copy(changes: DomainErrorOptions): DomainError {
    const { name, message, statusCode, retryAfterSeconds, details, field, reason, causes } = this;
    return new DomainError(name, message, {
      ...(statusCode !== undefined && { statusCode }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(field !== undefined && { field }),
      ...(reason !== undefined && { reason }),
      causes,
      details,
      ...changes,
    });
  }
}

/** Whether a field is a part of another one, which is then at fault only because of it; a whole item of a batch is not. */
function isBelow(field = '', above: string | null): boolean {
  return (
    above !== null &&
    !/^\d+$/.test(above) &&
    field.startsWith(above) &&
    /^[.[]/.test(field.slice(above.length))
  );
}

function fieldOfItem(index: number, field: string | null | undefined): string {
  return field ? `${index}.${field}` : String(index);
}

/**
 * Reads the items of a list one by one.
 * @throws DomainError of the first item that is refused; its faults are those of all items
 */
export function readEach<Item, Read>(
  items: readonly Item[],
  read: (item: Item, index: number) => Read,
): Read[] {
  return items.map((item, index) => {
    try {
      return read(item, index);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw error.withFaults(() => faultsAfter(items, read, index));
    }
  });
}

function faultsAfter<Item>(
  items: readonly Item[],
  read: (item: Item, index: number) => unknown,
  refused: number,
): Fault[] {
  const faults: Fault[] = [];
  for (let index = refused + 1; index < items.length && faults.length < FAULTS_MAX; index += 1) {
    try {
      read(items[index] as Item, index);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      faults.push(...error.faults());
    }
  }
  return faults;
}
