// What Postgres calls its errors: the SQLSTATEs that we ask for, by their names in its manual (Appendix A, PostgreSQL
// Error Codes), and their classes, which are the first two characters. An error's message is never asked.

export const SQLSTATES = {
  /** A value that a function cannot take. */
  invalidParameterValue: '22023',
  /** Something of that name is there already. */
  uniqueViolation: '23505',
  invalidPassword: '28P01',
  serializationFailure: '40001',
  /** Transactions waited for each other, and ours was ended whole: the same may be tried again. */
  deadlockDetected: '40P01',
  undefinedColumn: '42703',
  undefinedTable: '42P01',
  duplicateDatabase: '42P04',
  tooManyConnections: '53300',
  /** lock_timeout is over: somebody holds it for long. */
  lockNotAvailable: '55P03',
  /** Of ours, by statement_timeout. */
  queryCanceled: '57014',
  adminShutdown: '57P01',
  crashShutdown: '57P02',
  /** Starting up, or recovering. */
  cannotConnectNow: '57P03',
} as const;

const CONNECTION_EXCEPTION_CLASS = '08';
/** Data exceptions and integrity constraint violations. */
const DATA_ERROR_CLASSES: ReadonlySet<string> = new Set(['22', '23']);

/** The code of an error; empty for one that has none. One of Node's has Node's name, such as `ECONNRESET`. */
export function sqlstateOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** True when Postgres refused the data: of several rows that were written together one is at fault, not all. */
export function isDataError(error: unknown): boolean {
  return DATA_ERROR_CLASSES.has(sqlstateOf(error).slice(0, 2));
}

/** True for a code of a connection that cannot be made or was lost. */
export function isConnectionException(code: string): boolean {
  return code.startsWith(CONNECTION_EXCEPTION_CLASS);
}
