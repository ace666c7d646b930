// Holds a lock of the database while a test works.
import type { Pool } from 'pg';

/** Works while another transaction holds what a statement locks. */
export async function whileRowsAreLocked<T>(
  pool: Pool,
  sql: string,
  values: unknown[],
  work: (release: () => Promise<unknown>) => PromiseLike<T>,
): Promise<T> {
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(sql, values);
    return await work(() => holder.query('ROLLBACK'));
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}
