// Reads the rows of work that remove the rest of deleted audiences, segments and topics.
import type { Pool } from 'pg';

/** The removals of an account that are stored, such as `segment 0199…`, in alphabetical order. */
export async function removalsOf(pool: Pool, accountId: string): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string; id: string }>(
    'SELECT kind, id FROM audience_removals WHERE account_id = $1 AND next_attempt_at IS NOT NULL',
    [accountId],
  );
  return rows.map(({ kind, id }) => `${kind} ${id}`).sort();
}
