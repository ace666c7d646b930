// Removes the runs of an automation that was deleted, the next ones in the order of their ids, and then what else is left of
// it.
import type { Transaction } from '../../../../../platform/db/transaction.ts';
import { deleteRunRows } from '../../runs/delete-rows.ts';
import { deleteCounts } from '../../stats/stored-counts.ts';
import type { BatchStepOutcome, BatchWork, BatchWorkInput } from '../batch-work.ts';
import { NEXT_RUNS } from './next-runs.ts';

/** The most entries per step in automations that each contact enters once. */
const STEP_ENTRIES = 10_000;

export const deleteRunsWork: BatchWork = {
  step: deleteNext,
  unmet: 'done',
  isKept: false,
  isNeverGivenUp: true,
};

async function deleteNext({ client, batch }: BatchWorkInput): Promise<BatchStepOutcome> {
  const { automationId, position } = batch;
  const last = await deleteRuns(client, automationId, position);
  if (last !== undefined) return { last };
  if ((await deleteEntries(client, automationId)) === STEP_ENTRIES) return { last: position };
  await deleteRest(client, automationId, batch.id);
  return { last: undefined };
}

async function deleteRuns(
  client: Transaction,
  automationId: string,
  position: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>({
    name: 'lock-next-runs',
    text: `SELECT id FROM automation_runs WHERE id = ANY(ARRAY(${NEXT_RUNS})) ORDER BY id FOR UPDATE`,
    values: [[automationId], position],
  });
  const ids = rows.map(({ id }) => id);
  await deleteRunRows(client, ids);
  return ids.at(-1);
}

async function deleteEntries(client: Transaction, automationId: string): Promise<number> {
  const { rowCount } = await client.query({
    name: 'delete-automation-entries',
    text: `DELETE FROM automation_entries WHERE automation_id = $1 AND email_key = ANY(ARRAY(
             SELECT email_key FROM automation_entries WHERE automation_id = $1
             ORDER BY email_key LIMIT ${STEP_ENTRIES} FOR UPDATE))`,
    values: [automationId],
  });
  return rowCount ?? 0;
}

/** A step of another batch that is in progress is waited for; its worker then no longer finds the batch. */
async function deleteRest(client: Transaction, automationId: string, batchId: string): Promise<void> {
  await client.query({
    name: 'delete-batches-of-automation',
    text: 'DELETE FROM automation_batch_work WHERE automation_id = $1 AND id <> $2',
    values: [automationId, batchId],
  });
  await deleteCounts(client, automationId);
  await client.query({
    name: 'delete-versions-of-automation',
    text: 'DELETE FROM automation_versions WHERE automation_id = $1',
    values: [automationId],
  });
  await client.query({
    name: 'delete-automation-row',
    text: 'DELETE FROM automations WHERE id = $1 AND deleted_at IS NOT NULL',
    values: [automationId],
  });
}
