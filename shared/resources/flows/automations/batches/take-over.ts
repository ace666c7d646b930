// Takes over the work of processes of the previous release while it is replaced: batches that cancel and delete, in the
// table of that release, whose workers have stopped; and automations that they have enabled without storing their schedule.
// To be removed, with the table, once upgrades from there are no longer supported.
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { HOUR_MS } from '../../../../platform/time/durations.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { AUTOMATION_COLUMNS, type Automation } from '../automation.ts';
import { scheduledAt } from '../graph/schedule.ts';
import { planSchedule } from './schedule.ts';
import { startAutomationBatch } from './start.ts';

/** Dependencies of taking over. */
export interface TakeOverDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
}

const BATCHES_MAX = 100;
/** An automation whose time has passed for longer has run or was missed, and its batch may have been removed since. */
const LATE_MAX_MS = HOUR_MS;

/** Takes over batches and schedules. Safe to repeat, and while processes of the release before run. */
export async function takeOverBatches(deps: TakeOverDeps, now: Date): Promise<void> {
  while ((await transaction(deps.database, (client) => moveBatches(client, deps, now))) === BATCHES_MAX);
  await transaction(deps.database, (client) => planSchedules(client, deps, now));
}

/** A batch that a worker of the release before holds is left to it. */
const TAKE_BATCHES = `
  DELETE FROM automation_batches WHERE id = ANY(ARRAY(
    SELECT id FROM automation_batches
    WHERE claimed_by IS NULL AND next_attempt_at < $1
    ORDER BY next_attempt_at LIMIT ${BATCHES_MAX} FOR UPDATE SKIP LOCKED))
  RETURNING account_id AS "accountId", automation_id AS "automationId", type`;

interface LeftBatch {
  accountId: string;
  automationId: string;
  type: 'cancel' | 'delete';
}

/** @returns how many */
async function moveBatches(client: Transaction, { ids, queues }: TakeOverDeps, now: Date): Promise<number> {
  const { rows } = await client.query<LeftBatch>(TAKE_BATCHES, [now]);
  for (const batch of rows) await startAutomationBatch(client, queues, { ...batch, id: ids.next(), now });
  return rows.length;
}

const FIND_UNPLANNED = `
  SELECT ${AUTOMATION_COLUMNS} FROM automations
  WHERE trigger = 'service:schedule' AND status = 'enabled' AND deleted_at IS NULL
    AND NOT EXISTS (SELECT FROM automation_batch_work AS batch
                    WHERE batch.automation_id = automations.id AND batch.type = 'schedule')
  ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`;

async function planSchedules(client: Transaction, { ids }: TakeOverDeps, now: Date): Promise<void> {
  const { rows } = await client.query<Automation>(FIND_UNPLANNED);
  const earliest = now.getTime() - LATE_MAX_MS;
  for (const automation of rows) {
    const at = automation.triggerConfig && scheduledAt(automation.triggerConfig);
    if (at && at.getTime() > earliest) await planSchedule(client, automation, { ids, now });
  }
}
