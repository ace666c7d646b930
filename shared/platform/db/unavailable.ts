// Tells "the database cannot be used just now" from a bug of ours: the first is safe to try again, the second
// will fail the same way for ever.

/** SQLSTATE codes and Node's network codes of a lost, refused or overdue database. */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  '53300', // too_many_connections
  '57014', // query_canceled: our statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: starting up
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the socket file of a stopped local server
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** SQLSTATE class 08: connection exceptions. */
const CONNECTION_EXCEPTION_CLASS = '08';

/** Messages of pg for the same conditions, where it gives the error no code. */
const UNAVAILABLE_MESSAGES: ReadonlySet<string> = new Set([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'timeout expired',
]);

/** True when the statement failed because the database was away or too slow, not because of what it said. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return UNAVAILABLE_MESSAGES.has(error.message);
  return UNAVAILABLE_CODES.has(code) || code.startsWith(CONNECTION_EXCEPTION_CLASS);
}
