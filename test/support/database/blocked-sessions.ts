// Waits until sessions of the database wait for a lock that another one holds.
import type { Pool } from 'pg';
import type { Queryable } from '../../../shared/platform/db/connect.ts';
import { eventually } from '../time/eventually.ts';

/** Waits until this many sessions wait for the blocker, directly. */
export async function untilBlocked(pool: Pool, blocker: Queryable, count = 1): Promise<void> {
  const { rows } = await blocker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await eventually(`${count} wait for the lock`, async () => {
    const { rowCount } = await pool.query(
      'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))',
      [rows[0]?.pid],
    );
    return rowCount === count;
  });
}
