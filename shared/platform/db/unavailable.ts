// Classifies database errors: distinguishes a temporary outage of the database, after which a retry is safe, from a bug
// in our code, which would fail the same way each time.
import { isConnectionException, SQLSTATES, sqlstateOf } from './sqlstates.ts';

/** SQLSTATE codes and network error codes of Node for a database that is unreachable, overloaded or too slow. */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  SQLSTATES.tooManyConnections,
  SQLSTATES.queryCanceled,
  SQLSTATES.adminShutdown,
  SQLSTATES.crashShutdown,
  SQLSTATES.cannotConnectNow,
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT', // the Unix socket of a local server that is stopped
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Messages of pg for the same conditions, where its error has no code. */
const UNAVAILABLE_MESSAGES: ReadonlySet<string> = new Set([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'timeout expired',
]);

/** True when a statement failed because the database was unreachable or too slow, not because of the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlstateOf(error);
  if (code === '') return UNAVAILABLE_MESSAGES.has(error.message);
  return UNAVAILABLE_CODES.has(code) || isConnectionException(code);
}
