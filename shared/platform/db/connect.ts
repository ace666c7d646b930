// The connection pool of a process to Postgres. Every statement runs on the pool or in a transaction on one of its
// connections.
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { Logger } from '../log/log.ts';
import { EACH_SESSION, openSession, PLANS_ONCE, type SessionSettings } from './sessions/open-session.ts';
import type { ServerWatch } from './sessions/server-watch.ts';

/** A pool of Postgres connections. */
export type Database = pg.Pool;
/** Something that runs one statement: the pool, or a transaction's client. */
export type Queryable = Pick<pg.ClientBase, 'query'>;
/**
 * SQL: a column with its table, `webhooks.account_id`, for a subquery that refers to the statement around it. A name alone
 * would be read as a column of the subquery's own table, and the condition be true for every row of it.
 */
export type QualifiedColumn = `${string}.${string}`;

/** How long a caller waits for a free or new connection. */
const CONNECTION_TIMEOUT_MS = 5_000;

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
  /** Notices when the server of these connections is lost. Tools have none. */
  watch?: ServerWatch | undefined;
  log: Logger;
}

/** How each connection of a pool is opened, for `new pg.Pool`. */
export function openedWith(
  settings: SessionSettings,
  watch: ServerWatch | undefined,
): Pick<pg.PoolConfig, 'connectionTimeoutMillis' | 'keepAlive' | 'onConnect'> {
  return {
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    async onConnect(client) {
      const server = await openSession(client, settings);
      watch?.add(client, server);
    },
  };
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

/** The host and port that a connection string leads to. */
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
  watch,
  log,
}: DatabaseOptions): Database {
  const settings = { ...EACH_SESSION, ...(plansOnce && PLANS_ONCE), application_name: applicationName };
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    ...openedWith(settings, watch),
  });
  surviveLostConnections(pool, log);
  return pool;
}
