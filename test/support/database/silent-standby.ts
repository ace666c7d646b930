// A Postgres whose synchronous standby can be silenced: then each COMMIT is written, and waits for ever for its answer.
import pg from 'pg';
import { eventually } from '../time/eventually.ts';
import { createDatabase } from './database.ts';
import { startPrimaryAndStandby } from './standby.ts';

/** The server. Use it inside hooks and tests. */
export interface ServerWithStandby {
  createDatabase(): Promise<string>;
  /** The same database on the standby. */
  onStandby(databaseUrl: string): string;
  silence(): Promise<void>;
  /** Each COMMIT that waits is answered. */
  wake(): Promise<void>;
  /** How many sessions wait for the standby with a statement that has this text. */
  waiting(statement: string): Promise<number>;
  /** Ends such sessions, as soon as there is one: what they wrote can be read then. */
  terminateWaiting(statement: string): Promise<void>;
  /** Cancels their statement, as an operator may. */
  cancelWaiting(statement: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both. */
export async function startServerWithStandby(): Promise<ServerWithStandby> {
  const { primary, standby, stop } = await startPrimaryAndStandby({ synchronous: true });
  const admin = new pg.Pool({ connectionString: primary.url, max: 1 });
  const forWaiting = async (statement: string, sql: string) => {
    const { rowCount } = await admin.query(
      `SELECT ${sql} FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND strpos(query, $1) > 0`,
      [statement],
    );
    return rowCount ?? 0;
  };
  const end = (by: 'pg_terminate_backend' | 'pg_cancel_backend') => async (statement: string) => {
    await eventually('a session waits', async () => (await forWaiting(statement, `${by}(pid)`)) > 0);
  };
  return {
    createDatabase: () => createDatabase(primary.url),
    onStandby: standby.urlOf,
    silence: standby.freeze,
    wake: standby.thaw,
    waiting: (statement) => forWaiting(statement, 'pid'),
    terminateWaiting: end('pg_terminate_backend'),
    cancelWaiting: end('pg_cancel_backend'),
    async stop() {
      await admin.end();
      await stop();
    },
  };
}
