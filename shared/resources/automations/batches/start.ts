// Stores, in the transaction in which an automation is stopped or deleted, that something is to be done to its runs; a job
// does it (step.ts). There may be too many runs for a request, and for the account they are cancelled already: they are
// of an earlier epoch.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import { automationBatchQueue } from './queue.ts';

/** What is done to runs. */
export interface NewAutomationBatch {
  id: string;
  automationId: string;
  accountId: string;
  /** `cancel`: runs of earlier epochs; `delete`: all runs, and then what else is left of the automation. */
  type: 'cancel' | 'delete';
  now: Date;
}

/**
 * A batch that is not done begins again, so that an automation that is stopped often has one. A worker that holds it keeps
 * it: its next step reads the position under the lock of the row.
 */
const START = `
  WITH again AS (
    UPDATE automation_batches SET position = '${NIL_UUID}', next_attempt_at = $5,
      woken_at = CASE WHEN claimed_by IS NULL THEN clock_timestamp() ELSE woken_at END
    WHERE automation_id = $3 AND type = $4
    RETURNING id
  ), started AS (
    INSERT INTO automation_batches
      (id, account_id, automation_id, type, position, next_attempt_at, woken_at, created_at)
    SELECT $1, $2, $3, $4, '${NIL_UUID}', $5, clock_timestamp(), $5 WHERE NOT EXISTS (SELECT FROM again)
    RETURNING id
  )
  SELECT id FROM again UNION ALL SELECT id FROM started`;

/** Stores a batch and, after the commit, wakes the job. The caller has locked the automation. */
export async function startAutomationBatch(
  transaction: Transaction,
  queues: QueueProducer,
  { id, automationId, accountId, type, now }: NewAutomationBatch,
): Promise<void> {
  const { rows } = await transaction.query<{ id: string }>({
    name: 'start-automation-batch',
    text: START,
    values: [id, accountId, automationId, type, now],
  });
  const ids = rows.map((row) => row.id);
  transaction.afterCommit(() => queues.wake(automationBatchQueue, ids));
}
