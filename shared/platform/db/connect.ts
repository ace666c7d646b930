// The connection pool of a process to Postgres. Every statement runs on the pool or in a transaction on one of its
// connections.
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { Logger } from '../log/log.ts';

/** A pool of Postgres connections. */
export type Database = pg.Pool;
/** Something that runs one statement: the pool, or a transaction's client. */
export type Queryable = Pick<pg.ClientBase, 'query'>;
/**
 * SQL: a column with its table, `webhooks.account_id`, for a subquery that takes it from the statement around it. A name alone
 * would be read as a column of the subquery's own table, and the condition be true for every row of it.
 */
export type QualifiedColumn = `${string}.${string}`;

/** The server cancels a statement that runs longer, so that no request and no job waits for ever. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** How long a caller waits for a free or new connection. */
const CONNECTION_TIMEOUT_MS = 5_000;

/**
 * Generic plans without sequential scans. A plan that was made while a table was empty would be a sequential scan, and
 * it would be kept while the table grows: until the next ANALYZE a new installation would become slower with each mail.
 */
const PLANS_ONCE = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off'];

/** Options of a pool. */
export interface DatabaseOptions {
  connectionString: string;
  /** Most connections. docs/operations.md has the budget for the sum over all processes. */
  poolSize: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /**
   * True: a prepared statement is planned once instead of at each run. For workers and for accepting, whose statements
   * all find their rows by key: planning over a dozen partitions takes longer than running them. Not for lists, whose
   * best plan depends on the account.
   */
  plansOnce?: boolean;
  log: Logger;
}

/**
 * Makes a pool survive lost connections: Postgres may restart at any time. A connection that dies while it is idle,
 * checked out or closing emits an `error` event, and without a listener that would end the process. The code that uses
 * the connection gets the error from its statement.
 */
export function surviveLostConnections(pool: pg.Pool, log: Logger): void {
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
}

/** Where and how a connection string leads. */
export type DatabaseAddress = Pick<pg.Client, 'host' | 'port' | 'user' | 'password' | 'database'> & {
  ssl: boolean | ConnectionOptions;
};

/** Reads a connection string as the pool does, with the same defaults, for programs that connect as it does. */
export function addressOf(connectionString: string): DatabaseAddress {
  return new pg.Client(connectionString);
}

/** Creates the pool. It connects at the first query. */
export function connectDatabase({
  connectionString,
  poolSize,
  applicationName,
  plansOnce = false,
  log,
}: DatabaseOptions): Database {
  // JIT off: compiling would take longer than our short statements run.
  const settings = ['jit=off', 'timezone=UTC', ...(plansOnce ? PLANS_ONCE : [])];
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  });
  surviveLostConnections(pool, log);
  return pool;
}
