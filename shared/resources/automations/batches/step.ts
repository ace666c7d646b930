// One step of a batch: so many runs of the automation, in the order of their ids, in one transaction under the fencing
// token. The row records the last one (keyset), so that the next worker continues there. A run of an earlier
// epoch that is committed behind the position is woken, and the worker that claims it finds that it was stopped.
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { Claim } from '../../../platform/work/work-table.ts';
import { whichMostRowsMeet } from '../../contacts/has-unsubscribed.ts';
import { END_CANCELLED } from '../runs/cancel.ts';
import { deleteRunRows } from '../runs/delete-rows.ts';
import type { CancelReason } from '../runs/run.ts';

const STEP_RUNS = 1_000;
/** Those who have entered an automation that everybody enters once. */
const STEP_ENTRIES = 10_000;

/** Whether runs are left. `done` also when another worker has taken over the batch. */
export type AutomationBatchStep = 'more' | 'done';

interface BatchRow {
  id: string;
  automationId: string;
  type: 'cancel' | 'delete';
  position: string;
}

const LOCK = `
  SELECT id, automation_id AS "automationId", type, position FROM automation_batches
  WHERE id = $1 AND claim_token = $2 FOR NO KEY UPDATE`;

/** Runs one step. The row is deleted when nothing is left to do. */
export function stepAutomationBatch(
  database: Database,
  { id, token }: Claim,
  now: Date,
): Promise<AutomationBatchStep> {
  return transaction(database, async (client) => {
    const { rows } = await client.query<BatchRow>({
      name: 'lock-automation-batch',
      text: LOCK,
      values: [id, token],
    });
    const [batch] = rows;
    if (!batch) return 'done';
    const last = await (batch.type === 'cancel' ? cancelNext(client, batch, now) : deleteNext(client, batch));
    if (last !== undefined) return await moveTo(client, id, last);
    await client.query({
      name: 'end-automation-batch',
      text: 'DELETE FROM automation_batches WHERE id = $1',
      values: [id],
    });
    return 'done';
  });
}

/** The page is read in the order of the automation's index, which no other index has (shared/platform/db/page.ts). */
const PAGE = `
  SELECT id FROM automation_runs WHERE automation_id = ANY($1::uuid[]) AND id > $2
  ORDER BY automation_id, id LIMIT ${STEP_RUNS}`;

const CANCEL = `
  WITH page AS MATERIALIZED (${PAGE}), held AS (
    SELECT run.id FROM automation_runs AS run
    JOIN automations AS automation ON automation.id = run.automation_id AND automation.epoch > run.epoch
    WHERE run.id = ANY(ARRAY(SELECT id FROM page)) AND run.automation_id = ANY($1::uuid[])
      AND ${whichMostRowsMeet("run.status = 'running'")}
    ORDER BY run.id FOR NO KEY UPDATE OF run
  ), cancelled AS (
    UPDATE automation_runs AS run SET ${END_CANCELLED}, reason = $3, ended_at = $4
    FROM held WHERE run.id = held.id
  )
  SELECT id FROM page ORDER BY id DESC LIMIT 1`;

/** Cancels the running ones of the next runs. @returns the last run; undefined: there are no more */
async function cancelNext(
  client: Transaction,
  { automationId, position }: BatchRow,
  now: Date,
): Promise<string | undefined> {
  const reason: CancelReason = 'stopped';
  const { rows } = await client.query<{ id: string }>({
    name: 'cancel-next-runs',
    text: CANCEL,
    values: [[automationId], position, reason, now],
  });
  return rows[0]?.id;
}

/** Deletes the next runs, then what else is left. @returns the last run; undefined: nothing is left */
async function deleteNext(
  client: Transaction,
  { automationId, position }: BatchRow,
): Promise<string | undefined> {
  const last = await deleteRuns(client, automationId, position);
  if (last !== undefined) return last;
  if ((await deleteEntries(client, automationId)) === STEP_ENTRIES) return position;
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
  return undefined;
}

async function deleteRuns(
  client: Transaction,
  automationId: string,
  position: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>({
    name: 'lock-next-runs',
    text: `SELECT id FROM automation_runs WHERE id = ANY(ARRAY(${PAGE})) ORDER BY id FOR UPDATE`,
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

async function moveTo(client: Transaction, id: string, position: string): Promise<'more'> {
  await client.query({
    name: 'move-automation-batch',
    text: 'UPDATE automation_batches SET position = $2 WHERE id = $1',
    values: [id, position],
  });
  return 'more';
}
