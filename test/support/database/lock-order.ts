// Tests the order in which a write locks rows: while another transaction has the first one, the write has not locked the
// last one. Neither waits for the other, so no deadlock and no time-out is involved.
import { expect } from 'chai';
import type { Pool } from 'pg';
import { eventually } from '../time/eventually.ts';

/** Expects that a write locks one row before another one. @returns what the write returns */
export async function expectLocksInOrder<T>(
  pool: Pool,
  [first, last]: readonly [first: string, last: string],
  write: () => PromiseLike<T>,
  table: 'contacts' | 'sessions' | 'automation_causes' = 'contacts',
  lastTable: typeof table | 'automation_runs' = table,
): Promise<T> {
  const lockIn = (name: string) => `SELECT FROM ${name} WHERE id = $1 FOR NO KEY UPDATE`;
  const holder = await pool.connect();
  let writing: Promise<T>;
  try {
    await holder.query('BEGIN');
    await holder.query(lockIn(table), [first]);
    const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    writing = Promise.resolve(write());
    await eventually('the write waits for the first row', async () => {
      const { rowCount } = await pool.query(
        'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))',
        [rows[0]?.pid],
      );
      return rowCount === 1;
    });
    const locked = await holder.query(`${lockIn(lastTable)} NOWAIT`, [last]).then(() => 'locked', String);
    expect(locked, 'the last row').to.equal('locked');
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  return await writing;
}
