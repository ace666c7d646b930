// Inserts a row of recurring_work for each task of workers/schedule.ts, when a worker-schedule process starts.
import type { Queryable } from '../../db/connect.ts';

/**
 * Inserts the rows of tasks that have none yet, due at once. Existing rows keep their due time, so that a deployment
 * neither repeats nor delays a task.
 */
export async function planRecurringWork(
  database: Queryable,
  names: readonly string[],
  now: Date,
): Promise<void> {
  await database.query(
    `INSERT INTO recurring_work (name, next_attempt_at)
     SELECT name, $2 FROM unnest($1::text[]) AS name
     ON CONFLICT (name) DO NOTHING`,
    [names, now],
  );
}
