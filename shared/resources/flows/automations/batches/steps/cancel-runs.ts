// Cancels the runs of an automation from an earlier epoch, the next ones in the order of their ids. A run of an earlier
// epoch that is committed before the position is woken, and the worker that claims it finds that it was stopped.
import { whichMostRowsMeet } from '../../../../audience/unsubscribes/has-unsubscribed.ts';
import { END_CANCELLED } from '../../runs/cancel.ts';
import type { CancelReason } from '../../runs/run.ts';
import type { BatchStepOutcome, BatchWork, BatchWorkInput } from '../batch-work.ts';
import { NEXT_RUNS } from './next-runs.ts';

export const cancelRunsWork: BatchWork = {
  count: countStopped,
  step: cancelNext,
  // A worker that has claimed one has cancelled it, or it had ended.
  unmet: 'done',
  isKept: true,
};

async function countStopped({ client, batch }: BatchWorkInput): Promise<number> {
  const { rows } = await client.query<{ total: number }>({
    name: 'count-runs-to-cancel',
    text: `SELECT count(*)::integer AS total FROM automation_runs AS run
           JOIN automations AS automation ON automation.id = run.automation_id AND automation.epoch > run.epoch
           WHERE run.automation_id = $1 AND run.status = 'running'`,
    values: [batch.automationId],
  });
  return rows[0]?.total ?? 0;
}

const CANCEL = `
  WITH page AS MATERIALIZED (${NEXT_RUNS}), held AS (
    SELECT run.id FROM automation_runs AS run
    JOIN automations AS automation ON automation.id = run.automation_id AND automation.epoch > run.epoch
    WHERE run.id = ANY(ARRAY(SELECT id FROM page)) AND run.automation_id = ANY($1::uuid[])
      AND ${whichMostRowsMeet("run.status = 'running'")}
    ORDER BY run.id FOR NO KEY UPDATE OF run
  ), cancelled AS (
    UPDATE automation_runs AS run SET ${END_CANCELLED}, reason = $3, ended_at = $4
    FROM held WHERE run.id = held.id RETURNING run.id
  )
  SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::integer FROM cancelled) AS done`;

async function cancelNext({ client, batch, now }: BatchWorkInput): Promise<BatchStepOutcome> {
  const reason: CancelReason = 'stopped';
  const { rows } = await client.query<{ last: string | null; done: number }>({
    name: 'cancel-next-runs',
    text: CANCEL,
    values: [[batch.automationId], batch.position, reason, now],
  });
  return { last: rows[0]?.last ?? undefined, done: rows[0]?.done ?? 0 };
}
