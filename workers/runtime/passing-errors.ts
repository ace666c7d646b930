// Errors that say nothing about the work: the database is away, or two transactions have met. Trying again may help although
// nothing has changed.
import { SQLSTATES, sqlstateOf } from '../../shared/platform/failures/sqlstates.ts';
import { isDatabaseUnavailable } from '../../shared/platform/failures/unavailable.ts';

/** Conflicts with another transaction, after which the same statement can succeed. */
const CONFLICTS: ReadonlySet<string> = new Set([
  SQLSTATES.serializationFailure,
  SQLSTATES.deadlockDetected,
  SQLSTATES.lockNotAvailable,
]);

/** Whether two transactions have met: only the work of this one has to wait. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(sqlstateOf(error));
}

/**
 * Whether the database is unavailable. A statement that took too long (statement_timeout) is none of it: it does so
 * each time.
 */
export function isDatabaseAway(error: unknown): boolean {
  return isDatabaseUnavailable(error) && sqlstateOf(error) !== SQLSTATES.queryCanceled;
}

/** Whether trying again may help although nothing has changed. */
export function isPassingError(error: unknown): boolean {
  return isDatabaseUnavailable(error) || isConflict(error);
}
