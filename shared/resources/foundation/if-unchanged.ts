// Lets a client change only what it has read: the time of a change names the state of a row, so that the change of
// another client in between is not overwritten unseen.
import { DomainError } from '../../contract/domain-error.ts';

/** A record with the time of its last change. */
export interface Changed {
  /** null: it was never changed. */
  updatedAt: Date | null;
}

/** The condition that a change may have in addition to its fields. */
export interface ChangeCondition {
  /** The change is refused when the record was changed at another time than this. */
  ifUpdatedAt?: Date | undefined;
}

/**
 * Refuses a change of a record that was changed at another time than the client has read. The row must be locked.
 * @param what is changed, such as `template`
 * @param ifUpdatedAt undefined: the client sets no condition
 * @throws DomainError `validation_error`
 */
export function requireUnchanged(what: string, { updatedAt }: Changed, ifUpdatedAt: Date | undefined): void {
  if (!ifUpdatedAt || ifUpdatedAt.getTime() === updatedAt?.getTime()) return;
  throw new DomainError(
    'validation_error',
    `The ${what} was ${updatedAt ? `changed at ${updatedAt.toISOString()}` : 'never changed'}. Read it again before you change it.`,
  );
}

/** The time of a change: each has its own, so that `if_updated_at` recognises every one of them. */
export function timeOfChange({ updatedAt }: Changed, now: Date): Date {
  return updatedAt === null || now > updatedAt ? now : new Date(updatedAt.getTime() + 1);
}
