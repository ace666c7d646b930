// Deletes an automation. From the commit on it is not found and its runs are cancelled; a job removes them, its versions
// and at last its row (batches/). Mail that was accepted stays.
import { transaction } from '../../../platform/db/transaction.ts';
import type { AutomationPath } from './automation.ts';
import { startAutomationBatch } from './batches/start.ts';
import { lockAutomation } from './find.ts';
import type { EndAutomationDeps } from './stop.ts';
import { lockAgainstTransitions } from './transitions-lock.ts';

/** @returns the id of the automation @throws DomainError `not_found` */
export async function deleteAutomation(
  { database, ids, queues }: EndAutomationDeps,
  path: AutomationPath,
  now: Date,
): Promise<string> {
  return await transaction(database, async (client) => {
    const { id, accountId } = await lockAutomation(client, path);
    await lockAgainstTransitions(client, [id]);
    await client.query({
      name: 'delete-automation',
      text: `UPDATE automations SET status = 'disabled', epoch = epoch + 1, deleted_at = $2 WHERE id = $1`,
      values: [id, now],
    });
    const batch = { id: ids.next(), automationId: id, accountId, type: 'delete', now } as const;
    await startAutomationBatch(client, queues, batch);
    return id;
  });
}
