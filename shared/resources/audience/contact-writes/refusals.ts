// The refusals of contact writes that concern the account as a whole
// (docs/reference/contacts.md#the-contact-limit).
import { DomainError } from '../../../contract/domain-error.ts';
import { SQLSTATES, sqlstateOf } from '../../../platform/failures/sqlstates.ts';

/** How long a write waits for another one before it is refused. */
export const CONTACT_LOCK_WAIT_MS = 2_000;
/** Other writes of the account are done by then, nearly always. */
const RETRY_AFTER_SECONDS = 2;

/** Another write held the lock of the account for too long. */
export function contactsBusy(): DomainError {
  return new DomainError(
    'contacts_busy',
    'Another write to the contacts of this account is in progress. Nothing was changed. Try again, and use one POST /contacts/batch instead of many single requests.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

/** A write took too long and was rolled back. */
export function contactsTimeout(seconds: number): DomainError {
  return new DomainError(
    'contacts_timeout',
    `The write took longer than ${seconds} s and was rolled back. Nothing was changed. Try again with fewer contacts.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

/** A write would exceed the contact limit of the plan. */
export function contactLimitReached(limit: number, held: number, added: number): DomainError {
  return new DomainError(
    'contact_limit_reached',
    `This request would exceed the limit of ${limit} contacts. The account has ${held}, and this request would add ${added}. Nothing was changed.`,
  );
}

/** Waits for work whose transaction has a lock timeout. @throws DomainError `contacts_busy` when that is over */
export async function orContactsBusy<T>(waiting: Promise<T>): Promise<T> {
  try {
    return await waiting;
  } catch (error) {
    throw sqlstateOf(error) === SQLSTATES.lockNotAvailable ? contactsBusy() : error;
  }
}
