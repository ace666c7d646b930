// Stores a batch, in the transaction that asks for it; a job does it (step.ts). There may be too many contacts or runs for a
// request.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import {
  AUTOMATION_BATCH_COLUMNS,
  type AutomationBatch,
  type EnrollSelection,
  type RetrySelection,
} from './batch.ts';
import { automationBatchWork } from './work.ts';

/** A batch that begins as soon as a worker has it. A schedule waits for its time (schedule.ts). */
export type NewAutomationBatch = {
  id: string;
  automationId: string;
  accountId: string;
  now: Date;
} & (
  | { type: 'cancel' | 'count' | 'delete' }
  | { type: 'enroll'; epoch: number; selection: EnrollSelection }
  | { type: 'retry'; epoch: number; selection: RetrySelection }
);

/**
 * A batch that has not ended begins again, so that an automation that is stopped often has one. A worker that has
 * claimed it keeps it: its next step reads the position under the lock of the row.
 */
const BEGIN_AGAIN = `
  UPDATE automation_batch_work
  SET position = '${NIL_UUID}', status = 'pending', total = NULL, partial = NULL, next_attempt_at = $3,
      woken_at = CASE WHEN claimed_by IS NULL THEN clock_timestamp() ELSE woken_at END
  WHERE automation_id = $1 AND type = $2 AND ended_at IS NULL
  RETURNING ${AUTOMATION_BATCH_COLUMNS}`;

const INSERT = `
  INSERT INTO automation_batch_work (id, account_id, automation_id, type, status, epoch, selection, taken_at, position,
                                     next_attempt_at, woken_at, created_at)
  VALUES ($1, $2, $3, $4, 'pending', $6, $7, $8, '${NIL_UUID}', $5, clock_timestamp(), $5)
  RETURNING ${AUTOMATION_BATCH_COLUMNS}`;

/**
 * Stores a batch and, after the commit, wakes the job. The caller has locked the automation.
 * @returns the batch; one that cancels, counts or deletes already, if there is one
 */
export async function startAutomationBatch(
  transaction: Transaction,
  queues: QueueProducer,
  batch: NewAutomationBatch,
): Promise<AutomationBatch> {
  const again = 'selection' in batch ? undefined : await beginAgain(transaction, batch);
  const started = again ?? (await insertBatch(transaction, batch));
  transaction.afterCommit(() => queues.wake(automationBatchWork.queue, [started.id]));
  return started;
}

async function beginAgain(
  client: Transaction,
  { automationId, type, now }: NewAutomationBatch,
): Promise<AutomationBatch | undefined> {
  const { rows } = await client.query<AutomationBatch>({
    name: 'begin-automation-batch-again',
    text: BEGIN_AGAIN,
    values: [automationId, type, now],
  });
  return rows[0];
}

async function insertBatch(client: Transaction, batch: NewAutomationBatch): Promise<AutomationBatch> {
  const { id, automationId, accountId, type, now } = batch;
  const asked =
    'selection' in batch ? [batch.epoch, JSON.stringify(batch.selection), now] : [null, null, null];
  const { rows } = await client.query<AutomationBatch>({
    name: 'insert-automation-batch',
    text: INSERT,
    values: [id, accountId, automationId, type, now, ...asked],
  });
  if (!rows[0]) throw new Error('The batch was not stored.');
  return rows[0];
}
