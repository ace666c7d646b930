// The schedule of an automation: the batch that waits for the time of its trigger. An automation has one for a future
// time. Whether it runs is decided at its time (steps/start-runs.ts).
import { SCHEDULE_TRIGGER } from '../../../../contract/automations/values.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { type Ids, NIL_UUID } from '../../../../platform/time/ids.ts';
import type { Automation } from '../automation.ts';
import { scheduledAt } from '../graph/schedule.ts';

/** Another time takes the batch away from a worker that has claimed it and has not begun it yet. */
const PLAN = `
  INSERT INTO automation_batch_work AS planned
    (id, account_id, automation_id, type, status, taken_at, position, next_attempt_at, created_at)
  VALUES ($1, $2, $3, 'schedule', 'pending', $4, '${NIL_UUID}', $4, $5)
  ON CONFLICT (automation_id) WHERE type = 'schedule' AND status = 'pending' DO UPDATE
  SET taken_at = excluded.taken_at, next_attempt_at = excluded.next_attempt_at,
      attempts = 0, last_error = NULL, woken_at = NULL, claimed_by = NULL, claim_token = NULL
  WHERE planned.taken_at <> excluded.taken_at`;

/**
 * Plans the schedule of a locked automation, if it is enabled. A disabled one keeps its plan: it may be enabled again
 * before its time. With another trigger it has none.
 */
export async function planSchedule(
  client: Transaction,
  { id: automationId, accountId, status, trigger, triggerConfig }: Automation,
  { ids, now }: { ids: Ids; now: Date },
): Promise<void> {
  if (trigger !== SCHEDULE_TRIGGER) return await removeSchedule(client, automationId);
  if (status !== 'enabled') return;
  const at = triggerConfig && scheduledAt(triggerConfig);
  if (!at) throw new Error(`The schedule of the automation ${automationId} has no time.`);
  await client.query({
    name: 'plan-automation-schedule',
    text: PLAN,
    values: [ids.next(), accountId, automationId, at, now],
  });
}

async function removeSchedule(client: Transaction, automationId: string): Promise<void> {
  await client.query({
    name: 'remove-automation-schedule',
    text: `DELETE FROM automation_batch_work
           WHERE automation_id = $1 AND type = 'schedule' AND status = 'pending'`,
    values: [automationId],
  });
}
