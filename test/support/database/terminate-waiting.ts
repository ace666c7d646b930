// Simulates the death of a process that waits in Postgres: its session is terminated.
import type { Pool, PoolClient } from 'pg';
import { eventually } from '../time/eventually.ts';

/**
 * Terminates the session that waits for a lock of the blocker, as soon as there is one. A session that waits for
 * something else continues: building an index concurrently also waits for the snapshot of this very query.
 */
export async function terminateWaiting(pool: Pool, blocker: PoolClient): Promise<void> {
  const { rows } = await blocker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await eventually('a session waits and is ended', async () => {
    const { rowCount } = await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND $1 = ANY(pg_blocking_pids(pid))`,
      [rows[0]?.pid],
    );
    return (rowCount ?? 0) > 0;
  });
}
