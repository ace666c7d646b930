// The connection pool of a process. Every statement goes through it or through a transaction taken from it.
import pg from 'pg';
import type { Logger } from '../log/log.ts';

/** A pool of Postgres connections. */
export type Database = pg.Pool;
/** Something that runs one statement: the pool, or a transaction's client. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

/** A statement that runs longer is cancelled by the server: no request and no job waits for ever. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** How long a caller waits for a free or new connection. */
const CONNECTION_TIMEOUT_MS = 5_000;

/**
 * A plan that is made while a table is empty would read all of the table, and would be kept while the table grows:
 * until the next ANALYZE a new installation would get slower with each mail.
 */
const PLANS_ONCE = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off'];

/** What a pool needs to know. */
export interface DatabaseOptions {
  connectionString: string;
  /** Most connections; the sum over all processes is the budget in docs/operations.md. */
  poolSize: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /**
   * Plans a prepared statement once instead of at each run. For workers and for accepting, whose statements all reach
   * their rows by key: planning over a dozen partitions takes longer than running them. Not for lists, whose best
   * plan depends on the account.
   */
  plansOnce?: boolean;
  log: Logger;
}

/**
 * Makes a pool outlive its connections: Postgres may restart under us at any time. A connection that dies while it
 * is idle, checked out or just closing emits an error that nobody else hears, and that would end the process; who
 * uses the connection hears of it by the failure of the statement.
 */
export function outliveLostConnections(pool: pg.Pool, log: Logger): void {
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
}

/** Creates the pool; it connects at the first query. */
export function connectDatabase({
  connectionString,
  poolSize,
  applicationName,
  plansOnce = false,
  log,
}: DatabaseOptions): Database {
  // JIT compiles for longer than our short statements run.
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
  outliveLostConnections(pool, log);
  return pool;
}
