// One step of a batch: it begins, or does the next part of its work (steps/), with the counts of what it has done.
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import { defineWalk, type WalkDeps, type WalkDone, type WalkStep } from '../../../../platform/work/walk.ts';
import { unlessTimeOut, withinTime } from '../../../audience/segments/counts/within-time.ts';
import {
  type AutomationBatchStatus,
  type AutomationBatchType,
  RUNNING_BATCH_COLUMNS,
  type RunningBatch,
} from './batch.ts';
import type { BatchWork, BatchWorkDeps, BatchWorkInput } from './batch-work.ts';
import { addOutcome, addUnmet, examined } from './counts.ts';
import { cancelRunsWork } from './steps/cancel-runs.ts';
import { countRunsWork } from './steps/count-runs.ts';
import { deleteRunsWork } from './steps/delete-runs.ts';
import { retryRunsWork } from './steps/retry-runs.ts';
import { startRunsWork } from './steps/start-runs.ts';

const WORK: Readonly<Record<AutomationBatchType, BatchWork>> = {
  schedule: startRunsWork,
  enroll: startRunsWork,
  retry: retryRunsWork,
  cancel: cancelRunsWork,
  count: countRunsWork,
  delete: deleteRunsWork,
};

/** The contacts of a batch are counted within this time. Together with the steps of a job it is below the 25 s of a stop. */
const COUNT_MAX_MS = 10_000;

type StepBatchDeps = WalkDeps & BatchWorkDeps;

export const batchWalk = defineWalk<RunningBatch, StepBatchDeps, number | undefined>({
  table: 'automation_batch_work',
  columns: RUNNING_BATCH_COLUMNS,
  read: countTotal,
  async step(batch, { client, deps, now, read: total }) {
    const input = { client, batch, now, deps };
    if (batch.status === 'pending') return await begin(input);
    return total === undefined ? await doNext(input) : { position: batch.position, set: { total } };
  },
  giveUp(batch, now) {
    if (WORK[batch.type].isNeverGivenUp) return undefined;
    return end(addUnmet(batch, 'failed'), 'failed', now);
  },
});

/** After the beginning. Without an answer in time, the total is what the steps meet. */
async function countTotal(batch: RunningBatch, deps: StepBatchDeps, now: Date): Promise<number | undefined> {
  const { count } = WORK[batch.type];
  if (!count || batch.status !== 'running' || batch.total !== null || batch.position !== NIL_UUID)
    return undefined;
  const left = await unlessTimeOut(
    withinTime(deps.database, COUNT_MAX_MS, (client) => count({ client, batch, now, deps })),
  );
  return left === undefined ? undefined : left + examined(batch);
}

async function begin(input: BatchWorkInput): Promise<WalkStep> {
  const { batch, now } = input;
  const { position } = batch;
  const beginning = (await WORK[batch.type].begin?.(input)) ?? {};
  if ('ends' in beginning) return end(addUnmet(batch, WORK[batch.type].unmet), beginning.ends, now);
  if ('waitsUntil' in beginning) {
    const { waitsUntil } = beginning;
    return { position, set: { taken_at: waitsUntil }, waitUntil: waitsUntil };
  }
  const { epoch = null, takenAt = null } = beginning;
  const set = { status: 'running', epoch: batch.epoch ?? epoch, taken_at: batch.takenAt ?? takenAt };
  return { position, set };
}

async function doNext(input: BatchWorkInput): Promise<WalkStep> {
  const { batch, now } = input;
  const outcome = await WORK[batch.type].step(input);
  const { last, ends } = outcome;
  const counted = addOutcome(batch, outcome);
  if (last !== undefined && !ends) return { position: last, set: toColumns(counted) };
  const { unmet, status = 'completed' } = { ...WORK[batch.type], ...ends };
  return end(addUnmet(counted, unmet), status, now);
}

function end(batch: RunningBatch, status: AutomationBatchStatus, now: Date): WalkDone {
  const kept = WORK[batch.type].isKept ? toColumns({ ...batch, status, endedAt: now }) : undefined;
  return { isDone: true, set: kept };
}

/** The changes of a batch, by column. */
function toColumns({ status, total, done, skipped, failed, reasons, partial, endedAt }: RunningBatch) {
  return {
    status,
    total,
    done,
    skipped,
    failed,
    reasons: JSON.stringify(reasons),
    partial: partial && JSON.stringify(partial),
    ended_at: endedAt,
  };
}
