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

/** Stores a batch and, after the commit, wakes the job. */
export async function startAutomationBatch(
  transaction: Transaction,
  queues: QueueProducer,
  { id, automationId, accountId, type, now }: NewAutomationBatch,
): Promise<void> {
  await transaction.query({
    name: 'start-automation-batch',
    text: `INSERT INTO automation_batches
             (id, account_id, automation_id, type, position, next_attempt_at, woken_at, created_at)
           VALUES ($1, $2, $3, $4, '${NIL_UUID}', $5, clock_timestamp(), $5)`,
    values: [id, accountId, automationId, type, now],
  });
  transaction.afterCommit(() => queues.wake(automationBatchQueue, [id]));
}
