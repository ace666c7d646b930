// Stops an automation: it is disabled and, unless they may finish, its runs are cancelled. They are cancelled from the
// commit on, because they belong to an earlier epoch; a job writes it into each of them (batches/).
import type { Database } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { QueueProducer } from '../../platform/queues/connect.ts';
import type { Ids } from '../../platform/time/ids.ts';
import type { AutomationPath } from './automation.ts';
import { startAutomationBatch } from './batches/start.ts';
import { lockAutomation } from './find.ts';
import { lockAgainstMoves } from './moves-lock.ts';

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
    const { id, accountId, status } = await lockAutomation(client, path);
    if (cancelRuns) await lockAgainstMoves(client, [id]);
    if (cancelRuns || status !== 'disabled') {
      await client.query({
        name: 'stop-automation',
        text: `UPDATE automations
               SET status = 'disabled', epoch = epoch + $2,
                   updated_at = CASE WHEN status = 'disabled' THEN updated_at ELSE $3 END
               WHERE id = $1`,
        values: [id, cancelRuns ? 1 : 0, now],
      });
    }
    if (cancelRuns) {
      const batch = { id: ids.next(), automationId: id, accountId, type: 'cancel', now } as const;
      await startAutomationBatch(client, queues, batch);
    }
    return id;
  });
}
