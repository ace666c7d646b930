// Classifies database errors: distinguishes a temporary outage of the database, after which a retry is safe, from a bug
// in our code, which would fail the same way each time.
import { ConfigError } from '../config/config.ts';
import { isConnectionException, SQLSTATES, sqlstateOf } from './sqlstates.ts';

/** A connection that answers, but where our statements fail: the next one may reach a server where they do not. */
const FAULTS_OF_CONNECTION: ReadonlySet<string> = new Set([
  SQLSTATES.readOnly, // a standby, after a failover
  SQLSTATES.unknownStatement,
  SQLSTATES.duplicateStatement,
]);

/** Errors of a server that accepts no statements of any kind, or no writes. */
const AWAY_CODES: ReadonlySet<string> = new Set([
  SQLSTATES.readOnly,
  SQLSTATES.tooManyConnections,
  SQLSTATES.adminShutdown,
  SQLSTATES.crashShutdown,
  SQLSTATES.cannotConnectNow,
]);

/** Codes of Node for a server that cannot be reached: the database, or any other. */
const NETWORK_CODES: ReadonlySet<string> = new Set([
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

/** Messages of pg for such conditions, where its error has no code. */
const AWAY_MESSAGES: ReadonlySet<string> = new Set([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
]);

/** No answer came that counts: an error of an unavailable database. The connection must not be used again. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly code = 'ETIMEDOUT';

  /** Settles when the connection owes no answer any more. */
  readonly pending: Promise<unknown>;

  constructor(message: string, pending: Promise<unknown> = Promise.resolve(), options?: ErrorOptions) {
    super(message, options);
    this.pending = pending;
  }
}

/** The database answers, but not as we need it. Its message is one sentence that names what to change. */
export class UnusableServerError extends ConfigError {}

/** True when a statement failed because the database was unreachable or too slow, not because of the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlstateOf(error);
  const isTooSlow = code === SQLSTATES.queryCanceled;
  return isSurelyAway(error) || isOfNetwork(error) || isTooSlow || FAULTS_OF_CONNECTION.has(code);
}

/** True for an error that no other server has, and no statement of a database that is well. */
export function isSurelyAway(error: Error): boolean {
  if (error instanceof NoAnswerError || error instanceof UnusableServerError) return true;
  const code = sqlstateOf(error);
  if (code === '') return AWAY_MESSAGES.has(error.message);
  return AWAY_CODES.has(code) || isConnectionException(code);
}

/** True for an error of the network, be it on the way to the database or to something else. */
export function isOfNetwork(error: Error): boolean {
  return NETWORK_CODES.has(sqlstateOf(error));
}

/** The error, or one of its causes, after which the connection must not be used again although it answers. */
export function findFaultOfConnection(error: unknown): Error | undefined {
  return findAmongCauses(error, (each) => FAULTS_OF_CONNECTION.has(sqlstateOf(each)));
}

/** Finds the first error in the chain of causes for which `is` is true. */
export function findAmongCauses(error: unknown, is: (error: Error) => boolean): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  return is(error) ? error : findAmongCauses(error.cause, is);
}
