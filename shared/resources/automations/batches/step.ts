// One step of a batch: it locks the row under the fencing token, and does the next part of its work (steps/) in one
// transaction with the position (keyset) and the counts. So whatever dies, each contact and each run is looked at once.

import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { PassCrashPoint } from '../../../platform/process/crash-points.ts';
import type { Claim } from '../../../platform/work/work-table.ts';
import { isTimeOut, withinTime } from '../../segments/counts/within-time.ts';
import {
  type AutomationBatchStatus,
  type AutomationBatchType,
  RUNNING_BATCH_COLUMNS,
  type RunningBatch,
} from './batch.ts';
import type {
  BatchBeginning,
  BatchStepOutcome,
  BatchWork,
  BatchWorkDeps,
  BatchWorkInput,
} from './batch-work.ts';
import { addOutcome, addUnmet } from './counts.ts';
import { cancelRunsWork } from './steps/cancel-runs.ts';
import { countRunsWork } from './steps/count-runs.ts';
import { deleteRunsWork } from './steps/delete-runs.ts';
import { retryRunsWork } from './steps/retry-runs.ts';
import { startRunsWork } from './steps/start-runs.ts';
import { automationBatchWork } from './work.ts';

const WORK: Readonly<Record<AutomationBatchType, BatchWork>> = {
  schedule: startRunsWork,
  enroll: startRunsWork,
  retry: retryRunsWork,
  cancel: cancelRunsWork,
  count: countRunsWork,
  delete: deleteRunsWork,
};

/** What a batch is about is counted within this time. With the steps of a job below the 25 s of a stop. */
const COUNT_MAX_MS = 10_000;

/** Dependencies of a step. */
export interface StepBatchDeps extends BatchWorkDeps {
  database: Database;
  passCrashPoint: PassCrashPoint;
}

/** Tries of a batch that a bug has ended. */
export interface FailedTry {
  error: unknown;
  now: Date;
  /** After so many tries in sequence it is given up. */
  triesMax: number;
  /** When it is tried again. */
  retryAt: (tries: number) => Date;
}

/** Whether something is left to do. `done` also when another worker has taken over the batch. */
export type AutomationBatchStep = 'more' | 'done';

/** Begins a batch, or does one step of it. */
export async function stepAutomationBatch(
  deps: StepBatchDeps,
  claim: Claim,
  now: Date,
): Promise<AutomationBatchStep> {
  const { database, passCrashPoint } = deps;
  const step = await transaction(database, (client) => stepOnce(client, deps, claim, now), {
    onCommitSent: () => passCrashPoint('batch-commit-sent'),
  });
  passCrashPoint('batch-stepped');
  if (step !== 'begun') return step;
  await countTotal(deps, claim, now);
  return 'more';
}

async function stepOnce(
  client: Transaction,
  deps: BatchWorkDeps,
  claim: Claim,
  now: Date,
): Promise<AutomationBatchStep | 'begun'> {
  const batch = await lockBatch(client, claim);
  if (!batch) return 'done';
  const input = { client, batch, now, deps };
  if (batch.status === 'pending') return await begin(input);
  return await writeOutcome(client, batch, await WORK[batch.type].step(input), now);
}

const LOCK = `SELECT ${RUNNING_BATCH_COLUMNS} FROM automation_batch_work WHERE id = $1 AND claim_token = $2`;

async function lockBatch(client: Transaction, { id, token }: Claim): Promise<RunningBatch | undefined> {
  const { rows } = await client.query<RunningBatch>({
    name: 'lock-automation-batch',
    text: `${LOCK} FOR NO KEY UPDATE`,
    values: [id, token],
  });
  return rows[0];
}

async function begin(input: BatchWorkInput): Promise<'begun' | 'done'> {
  const { client, batch, now } = input;
  const beginning: BatchBeginning = (await WORK[batch.type].begin?.(input)) ?? {};
  if ('ends' in beginning) {
    await end(client, addUnmet(batch, WORK[batch.type].unmet), beginning.ends, now);
    return 'done';
  }
  if ('waitsUntil' in beginning) {
    await client.query({
      name: 'postpone-automation-batch',
      text: `UPDATE automation_batch_work SET taken_at = $2, next_attempt_at = $2, attempts = 0,
               claimed_by = NULL, claim_token = NULL, woken_at = NULL WHERE id = $1`,
      values: [batch.id, beginning.waitsUntil],
    });
    return 'done';
  }
  await client.query({
    name: 'begin-automation-batch',
    text: `UPDATE automation_batch_work SET status = 'running', epoch = coalesce(epoch, $2),
             taken_at = coalesce(taken_at, $3) WHERE id = $1`,
    values: [batch.id, beginning.epoch ?? null, beginning.takenAt ?? null],
  });
  return 'begun';
}

/** A worker that dies here leaves the total to the end. */
async function countTotal({ database, ...deps }: StepBatchDeps, claim: Claim, now: Date): Promise<void> {
  try {
    await withinTime(database, COUNT_MAX_MS, async (client) => {
      const { rows } = await client.query<RunningBatch>({
        name: 'find-automation-batch-to-count',
        text: LOCK,
        values: [claim.id, claim.token],
      });
      const [batch] = rows;
      const count = batch && WORK[batch.type].count;
      if (!count) return;
      await client.query({
        name: 'store-total-of-automation-batch',
        text: `UPDATE automation_batch_work SET total = $3 + done + skipped + failed
               WHERE id = $1 AND claim_token = $2 AND status = 'running' AND position = $4`,
        values: [claim.id, claim.token, await count({ client, batch, now, deps }), batch.position],
      });
    });
  } catch (error) {
    if (!isTimeOut(error)) throw error;
  }
}

async function writeOutcome(
  client: Transaction,
  batch: RunningBatch,
  outcome: BatchStepOutcome,
  now: Date,
): Promise<AutomationBatchStep> {
  const { last, ends } = outcome;
  const counted = addOutcome(batch, outcome);
  if (last !== undefined && !ends) {
    await store(client, { ...counted, position: last });
    return 'more';
  }
  const { unmet, status = 'completed' } = { ...WORK[batch.type], ...ends };
  await end(client, addUnmet(counted, unmet), status, now);
  return 'done';
}

async function end(
  client: Transaction,
  batch: RunningBatch,
  status: AutomationBatchStatus,
  now: Date,
): Promise<void> {
  if (WORK[batch.type].isKept) {
    await store(client, { ...batch, status, endedAt: now });
    return;
  }
  await client.query({
    name: 'delete-automation-batch',
    text: 'DELETE FROM automation_batch_work WHERE id = $1',
    values: [batch.id],
  });
}

/** One that has ended is no work any more. One that goes on forgets tries that a bug has ended: it has the try of its claim. */
const STORE = `
  UPDATE automation_batch_work
  SET status = $2, position = $3, total = $4, done = $5, skipped = $6, failed = $7, reasons = $8, partial = $9, ended_at = $10,
      attempts = 1, last_error = CASE WHEN $2 = 'failed' THEN last_error END,
      next_attempt_at = CASE WHEN $10::timestamptz IS NULL THEN next_attempt_at END,
      woken_at = CASE WHEN $10::timestamptz IS NULL THEN woken_at END,
      claimed_by = CASE WHEN $10::timestamptz IS NULL THEN claimed_by END,
      claim_token = CASE WHEN $10::timestamptz IS NULL THEN claim_token END
  WHERE id = $1`;

async function store(client: Transaction, batch: RunningBatch): Promise<void> {
  await client.query({
    name: 'store-automation-batch',
    text: STORE,
    values: [
      ...[batch.id, batch.status, batch.position, batch.total, batch.done, batch.skipped, batch.failed],
      ...[JSON.stringify(batch.reasons), batch.partial && JSON.stringify(batch.partial), batch.endedAt],
    ],
  });
}

/** Characters of an error that are kept for operators. */
const ERROR_MAX = 500;

/**
 * Ends the claim of a batch that has met a bug: it waits for its next try, or it has failed, with all that is left. The tries
 * of a step that was done count no more. Nothing happens if another worker has taken over the batch.
 */
export async function failTryOfBatch(
  { database }: Pick<StepBatchDeps, 'database'>,
  claim: Claim,
  { error, now, triesMax, retryAt }: FailedTry,
): Promise<void> {
  await transaction(database, async (client) => {
    const batch = await lockBatch(client, claim);
    if (!batch) return;
    const { rows } = await client.query<{ attempts: number }>({
      name: 'store-error-of-automation-batch',
      text: 'UPDATE automation_batch_work SET last_error = $2 WHERE id = $1 RETURNING attempts',
      values: [batch.id, firstLineOf(error)],
    });
    const tries = rows[0]?.attempts ?? 1;
    if (tries < triesMax || WORK[batch.type].isNeverGivenUp)
      await automationBatchWork.table.release(client, [{ ...claim, nextAttemptAt: retryAt(tries) }]);
    else await end(client, addUnmet(batch, 'failed'), 'failed', now);
  });
}

/** Postgres stores no NUL. */
function firstLineOf(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n', 1);
  return line.replaceAll('\0', '').slice(0, ERROR_MAX);
}
