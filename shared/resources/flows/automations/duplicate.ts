// Copies an automation: its domain, trigger, steps and connections, not its runs. The copy is disabled. Its steps have
// ids of their own.
import { LIST_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { copiedName } from '../../foundation/copied-name.ts';
import type { Automation, AutomationPath } from './automation.ts';
import type { WriteAutomationDeps } from './create.ts';
import { requireAutomation } from './find.ts';
import { insertAutomation } from './insert.ts';

/** @throws DomainError `not_found`; `validation_error` when the account has AUTOMATIONS_MAX */
export async function duplicateAutomation(
  { database, ids }: WriteAutomationDeps,
  path: AutomationPath,
  now: Date,
): Promise<Automation> {
  return await transaction(database, async (client) => {
    // This also lets a domain that is deleted at the same time leave the copy as well as the automation.
    await lockAccount(client, path.accountId);
    const { name, graph, ...automation } = await requireAutomation(client, path);
    return await insertAutomation(client, {
      ...automation,
      id: ids.next(),
      name: copiedName(name, LIST_NAME_MAX_LENGTH),
      status: 'disabled',
      graph: { ...graph, steps: graph.steps.map((step) => ({ ...step, id: ids.next() })) },
      versionId: null,
      createdAt: now,
    });
  });
}
