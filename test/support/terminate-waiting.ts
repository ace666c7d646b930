// Kills a process that waits in Postgres, as far as Postgres can tell: its session ends.
import type { Pool } from 'pg';
import { eventually } from './eventually.ts';

/** Ends the session that waits in this database for a lock or an old transaction, as soon as one does. */
export function terminateWaiting(pool: Pool): Promise<unknown> {
  return eventually('a session waits and is ended', async () => {
    const { rowCount } = await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return (rowCount ?? 0) > 0;
  });
}
