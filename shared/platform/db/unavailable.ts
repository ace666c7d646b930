// Tells "the database cannot be used just now" from a bug of ours: the first is safe to try again, the second
// will fail the same way for ever.
import { isConnectionException, SQLSTATES, sqlstateOf } from './sqlstates.ts';

/** SQLSTATE codes and Node's network codes of a lost, refused or overdue database. */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  SQLSTATES.tooManyConnections,
  SQLSTATES.queryCanceled,
  SQLSTATES.adminShutdown,
  SQLSTATES.crashShutdown,
  SQLSTATES.cannotConnectNow,
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the socket file of a stopped local server
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

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
  const code = sqlstateOf(error);
  if (code === '') return UNAVAILABLE_MESSAGES.has(error.message);
  return UNAVAILABLE_CODES.has(code) || isConnectionException(code);
}
