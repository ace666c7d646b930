// Takes the turn of a task that every worker process offers to run, so that it needs no queue and no process of one group. Its
// row in recurring_work is never due: the tick leaves it alone.
import type { Queryable } from '../../db/connect.ts';

/**
 * @param now of the database's clock; a time that is ahead of it, because it was set back, is not waited for
 * @returns whether this process runs the task now: at most one does within `everyMs`
 */
export async function claimTaskTurn(
  database: Queryable,
  name: string,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'take-turn-of-task',
    text: `INSERT INTO recurring_work AS task (name, last_finished_at) VALUES ($1, $2)
           ON CONFLICT (name) DO UPDATE SET last_finished_at = excluded.last_finished_at
           WHERE abs(extract(epoch FROM excluded.last_finished_at - task.last_finished_at)) * 1000 >= $3`,
    values: [name, now, everyMs],
  });
  return rowCount === 1;
}
