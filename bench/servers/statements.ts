// The time that Postgres spends on each statement of a run (pg_stat_statements). Measuring it costs time, so it is
// optional.
import type { Database } from '../../shared/platform/db/connect.ts';

/** One statement of a run. */
export interface StatementFigures {
  /** The beginning of its text, on one line. */
  statement: string;
  calls: number;
  /** Sum over all calls. */
  totalMs: number;
}

/** Records the statements of all databases of a server. */
export interface Statements {
  reset(): Promise<void>;
  /** The statements of a database since the reset, the most expensive first. */
  read(databaseName: string): Promise<StatementFigures[]>;
}

/** For the server's `shared_preload_libraries`. */
export const STATEMENTS_LIBRARY = 'pg_stat_statements';

const MOST = 30;
const SHOWN_CHARACTERS = 90;

/** @param server a pool on any database of the server, as superuser */
export async function watchStatements(server: Database): Promise<Statements> {
  await server.query(`CREATE EXTENSION ${STATEMENTS_LIBRARY}`);
  return {
    async reset() {
      await server.query('SELECT pg_stat_statements_reset()');
    },
    async read(databaseName) {
      const { rows } = await server.query<{ query: string; calls: number; total_ms: number }>(
        `SELECT query, calls::integer, total_exec_time AS total_ms
         FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
         WHERE datname = $1 ORDER BY total_exec_time DESC LIMIT $2`,
        [databaseName, MOST],
      );
      return rows.map(({ query, calls, total_ms }) => ({
        statement: query.replace(/\s+/g, ' ').trim().slice(0, SHOWN_CHARACTERS),
        calls,
        totalMs: total_ms,
      }));
    },
  };
}
