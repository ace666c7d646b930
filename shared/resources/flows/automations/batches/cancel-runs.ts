// POST /automations/:id/runs/cancel: cancels the runs in progress of an automation, which stays unchanged. They are
// cancelled from the commit on, because they belong to an earlier epoch; a job writes it into each of them.
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { Automation, AutomationPath } from '../automation.ts';
import { lockAutomation } from '../find.ts';
import { lockAgainstTransitions } from '../transitions-lock.ts';
import type { AskForBatchDeps } from './ask.ts';
import type { AutomationBatch } from './batch.ts';
import { startAutomationBatch } from './start.ts';

/**
 * Cancels the runs in progress. After the answer no more mail is accepted for them.
 * @returns the batch; the one of an earlier cancel or stop, if that has not ended
 * @throws DomainError `not_found`
 */
export function cancelRunsOfAutomation(
  deps: AskForBatchDeps,
  path: AutomationPath,
  now: Date,
): Promise<AutomationBatch> {
  return transaction(deps.database, async (client) => {
    const automation = await lockAutomation(client, path);
    return await cancelRunsOfLocked(client, deps, automation, now);
  });
}

/** The same for an automation that the transaction has locked. */
export async function cancelRunsOfLocked(
  client: Transaction,
  { ids, queues }: Pick<AskForBatchDeps, 'ids' | 'queues'>,
  { id, accountId }: Pick<Automation, 'id' | 'accountId'>,
  now: Date,
): Promise<AutomationBatch> {
  await lockAgainstTransitions(client, [id]);
  await client.query({
    name: 'cancel-runs-of-automation',
    text: 'UPDATE automations SET epoch = epoch + 1 WHERE id = $1',
    values: [id],
  });
  const batch = { id: ids.next(), automationId: id, accountId, type: 'cancel', now } as const;
  return await startAutomationBatch(client, queues, batch);
}
