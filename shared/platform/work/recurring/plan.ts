// Inserts a row of recurring_work for each task of workers/schedule.ts, when a worker-schedule process starts.
import type { Queryable } from '../../db/connect.ts';

/**
 * Inserts the rows of tasks that have none yet, due at once. Existing rows keep their due time, so that a deployment
 * neither repeats nor delays a task. One that a process of another release did not know is due again.
 */
export async function planRecurringWork(
  database: Queryable,
  names: readonly string[],
  now: Date,
): Promise<void> {
  await database.query(
    `INSERT INTO recurring_work (name, next_attempt_at)
     SELECT name, $2 FROM unnest($1::text[]) AS name
     ON CONFLICT (name) DO UPDATE SET next_attempt_at = excluded.next_attempt_at
       WHERE recurring_work.next_attempt_at IS NULL AND recurring_work.claimed_by IS NULL`,
    [names, now],
  );
}
