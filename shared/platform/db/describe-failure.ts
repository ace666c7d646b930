// Describes errors of the database that mean something to an operator: it cannot be reached, it refuses our login, or
// its tables are those of another version. The processes and the operators' commands say it with the same sentences.

import { SQLSTATES, sqlstateOf } from '../failures/sqlstates.ts';
import { isDatabaseUnavailable, UnusableServerError } from '../failures/unavailable.ts';
import { NotMigratedError } from './migrations/is-migrated.ts';

/** Errors that mean that the database has another version of the schema. */
const OTHER_SCHEMA: ReadonlySet<string> = new Set([SQLSTATES.undefinedTable, SQLSTATES.undefinedColumn]);
/** Class of the errors of a login: an unknown user, a wrong password, a rule of pg_hba.conf. */
const INVALID_AUTHORIZATION_CLASS = '28';

/** A sentence about the error; undefined for an error that says nothing about the database as such. */
export function describeDatabaseFailure(error: unknown): string | undefined {
  if (error instanceof NotMigratedError || error instanceof UnusableServerError) return error.message;
  const code = sqlstateOf(error);
  const message = error instanceof Error ? error.message : '';
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${message || code}.`;
  if (OTHER_SCHEMA.has(code)) {
    return `The database is not migrated to this version: ${message}. Run the release process first.`;
  }
  if (code.startsWith(INVALID_AUTHORIZATION_CLASS) || code === SQLSTATES.undefinedDatabase) {
    return `The database refuses the DATABASE_URL: ${message}.`;
  }
  return undefined;
}
