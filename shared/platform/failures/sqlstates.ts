// Error codes of Postgres (SQLSTATE): the codes that our code checks, by their names in the PostgreSQL manual (Appendix
// A, PostgreSQL Error Codes), and their classes, which are the first two characters. Never compare the message of an
// error.

export const SQLSTATES = {
  /** A function does not accept a value. */
  invalidParameterValue: '22023',
  /** A unique index has the key already. */
  uniqueViolation: '23505',
  /** A write on a standby, or where writes are switched off. */
  readOnly: '25006',
  invalidPassword: '28P01',
  undefinedDatabase: '3D000',
  /** The session has no prepared statement of this name: a pooler has given the connection another session. */
  unknownStatement: '26000',
  serializationFailure: '40001',
  /** Deadlock: Postgres has rolled back our transaction; it may be retried unchanged. */
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  undefinedColumn: '42703',
  undefinedTable: '42P01',
  /** The session has a prepared statement of this name, of another connection of the pooler. */
  duplicateStatement: '42P05',
  duplicateDatabase: '42P04',
  tooManyConnections: '53300',
  /** lock_timeout has passed: another transaction has held the lock for too long. */
  lockNotAvailable: '55P03',
  /** Our statement was cancelled by statement_timeout. */
  queryCanceled: '57014',
  adminShutdown: '57P01',
  crashShutdown: '57P02',
  /** Starting up, or recovering. */
  cannotConnectNow: '57P03',
  /** elog(ERROR): among others of a standby that is asked to write. */
  internalError: 'XX000',
} as const;

const CONNECTION_EXCEPTION_CLASS = '08';
/** The class of errors after an operator's intervention, or from a server that starts, stops or recovers. */
const INTERVENTION_CLASS = '57';
/** Data exceptions and integrity constraint violations. */
const DATA_ERROR_CLASSES: ReadonlySet<string> = new Set(['22', '23']);

/** The code of an error, or an empty string. Errors of Node have Node's codes, such as `ECONNRESET`. */
export function sqlstateOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** True when Postgres refused the data: of several rows that were written together, one is the cause, not all. */
export function isDataError(error: unknown): boolean {
  return DATA_ERROR_CLASSES.has(sqlstateOf(error).slice(0, 2));
}

/** True for the code of a connection that could not be made or was lost. */
export function isConnectionException(code: string): boolean {
  return code.startsWith(CONNECTION_EXCEPTION_CLASS);
}

/** True for the code of a statement or a connection that was ended, or refused for now, by the server's own state. */
export function isIntervention(code: string): boolean {
  return code.startsWith(INTERVENTION_CLASS);
}
