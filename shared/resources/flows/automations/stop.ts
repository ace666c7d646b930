// Stops an automation: it is disabled. What a stop cancels: its runs in progress, unless they may finish, and a
// schedule or an enrolment that has begun, at its next step. Runs are cancelled from the commit on, because they belong
// to an earlier epoch; a job writes it into each of them (batches/steps/cancel-runs.ts).
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { AutomationPath } from './automation.ts';
import { cancelRunsOfLocked } from './batches/cancel-runs.ts';
import { lockAutomation } from './find.ts';

/** Dependencies of ending automations. */
export interface EndAutomationDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
}

/** @returns the id of the automation @throws DomainError `not_found` */
export async function stopAutomation(
  { database, ids, queues }: EndAutomationDeps,
  { cancelRuns, ...path }: AutomationPath & { cancelRuns: boolean },
  now: Date,
): Promise<string> {
  return await transaction(database, async (client) => {
    const automation = await lockAutomation(client, path);
    const { id, status } = automation;
    if (cancelRuns) await cancelRunsOfLocked(client, { ids, queues }, automation, now);
    if (status !== 'disabled') {
      await client.query({
        name: 'disable-automation',
        text: "UPDATE automations SET status = 'disabled', updated_at = $2 WHERE id = $1",
        values: [id, now],
      });
    }
    return id;
  });
}
