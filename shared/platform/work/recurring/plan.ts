// A row of recurring_work for each task of workers/schedule.ts, made when a worker-schedule process starts.
import type { Queryable } from '../../db/connect.ts';

/**
 * Makes the rows of tasks that have none yet, due at once. Rows that exist keep their time, so that a deploy
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
