// Simulates the death of a process that waits in Postgres: its session is terminated.
import type { Pool } from 'pg';
import { eventually } from './eventually.ts';

/** Terminates the session in this database that waits for a lock or an old transaction, as soon as there is one. */
export function terminateWaiting(pool: Pool): Promise<unknown> {
  return eventually('a session waits and is ended', async () => {
    const { rowCount } = await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return (rowCount ?? 0) > 0;
  });
}
