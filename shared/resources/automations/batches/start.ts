// Stores a batch, in the transaction that asks for it; a job does it (step.ts). There may be too many contacts or runs for a
// request.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import {
  AUTOMATION_BATCH_COLUMNS,
  type AutomationBatch,
  type EnrollSelection,
  type RetrySelection,
} from './batch.ts';
import { automationBatchQueue } from './queue.ts';

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
 * A batch that cancels or deletes and is not done begins again, so that an automation that is stopped often has one. A worker
 * that holds it keeps it: its next step reads the position under the lock of the row. A count goes on.
 */
const START = `
  WITH again AS (
    UPDATE automation_batch_work
    SET position = CASE type WHEN 'count' THEN position ELSE '${NIL_UUID}' END,
        status = CASE type WHEN 'count' THEN status ELSE 'pending' END,
        total = CASE type WHEN 'count' THEN total END,
        next_attempt_at = $5,
        woken_at = CASE WHEN claimed_by IS NULL THEN clock_timestamp() ELSE woken_at END
    WHERE automation_id = $3 AND type = $4 AND type IN ('cancel', 'count', 'delete') AND ended_at IS NULL
    RETURNING ${AUTOMATION_BATCH_COLUMNS}
  ), started AS (
    INSERT INTO automation_batch_work (id, account_id, automation_id, type, status, epoch, selection, taken_at, position,
                                    next_attempt_at, woken_at, created_at)
    SELECT $1, $2, $3, $4, 'pending', $6, $7, CASE WHEN $7::jsonb IS NOT NULL THEN $5::timestamptz END, '${NIL_UUID}', $5,
           clock_timestamp(), $5
    WHERE NOT EXISTS (SELECT FROM again)
    RETURNING ${AUTOMATION_BATCH_COLUMNS}
  )
  SELECT * FROM again UNION ALL SELECT * FROM started`;

/**
 * Stores a batch and, after the commit, wakes the job. The caller has locked the automation.
 * @returns the batch; one that cancels or deletes already, if there is one
 */
export async function startAutomationBatch(
  transaction: Transaction,
  queues: QueueProducer,
  batch: NewAutomationBatch,
): Promise<AutomationBatch> {
  const { id, automationId, accountId, type, now } = batch;
  const { epoch = null, selection = null } = 'selection' in batch ? batch : {};
  const { rows } = await transaction.query<AutomationBatch>({
    name: 'start-automation-batch',
    text: START,
    values: [id, accountId, automationId, type, now, epoch, selection && JSON.stringify(selection)],
  });
  const [started] = rows;
  if (!started) throw new Error('The batch was not stored.');
  transaction.afterCommit(() => queues.wake(automationBatchQueue, [started.id]));
  return started;
}
