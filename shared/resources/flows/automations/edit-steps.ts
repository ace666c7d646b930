// Edits single steps of an automation: it is locked and must be disabled. The account is locked too, so that nothing that
// a new config uses is deleted before the commit.
import { isDeepStrictEqual } from 'node:util';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { timeOfChange } from '../../foundation/if-unchanged.ts';
import type { Automation, AutomationPath } from './automation.ts';
import type { WriteAutomationDeps } from './create.ts';
import { lockAutomation } from './find.ts';
import type { Graph, GraphStep } from './graph/graph.ts';
import { checkGraph } from './graph/reading/check-graph.ts';
import {
  appendStep,
  type EditedGraph,
  removeStep,
  replaceStep,
  requireStep,
} from './graph/reading/edit-steps.ts';
import { requireDisabled } from './update.ts';

/** A step of an automation. */
export interface StepPath extends AutomationPath {
  idOrKey: string;
}

/**
 * Adds a step to the end.
 * @param given the body of the request
 * @throws DomainError `not_found`, also for what the config names; `validation_error`, `missing_required_field` or
 *   `invalid_from_address` for a fault of the step; `validation_error` when the automation is enabled
 */
export async function addStep(
  deps: WriteAutomationDeps,
  path: AutomationPath,
  given: unknown,
  now: Date,
): Promise<GraphStep> {
  return await edit(deps, path, async (client, automation) => {
    const graph = appendStep(automation, given, deps.ids);
    return await storeStep(client, automation, graph, now);
  });
}

/** Changes the key or the config of a step. @throws DomainError as addStep; `validation_error` for another type */
export async function updateStep(
  deps: WriteAutomationDeps,
  { idOrKey, ...path }: StepPath,
  given: unknown,
  now: Date,
): Promise<GraphStep> {
  return await edit(deps, path, async (client, automation) => {
    const graph = replaceStep(automation, requireStep(automation, idOrKey), given);
    return await storeStep(client, automation, graph, now);
  });
}

/**
 * Deletes a step. Connections to it then lead to its successor.
 * @returns the step
 * @throws DomainError `not_found`; `validation_error` for a step with several ways out, for the trigger, and when the
 *   automation is enabled
 */
export async function deleteStep(
  deps: WriteAutomationDeps,
  { idOrKey, ...path }: StepPath,
  now: Date,
): Promise<GraphStep> {
  return await edit(deps, path, async (client, automation) => {
    const step = requireStep(automation, idOrKey);
    await storeGraph(client, automation, removeStep(automation, step), now);
    return step;
  });
}

function edit(
  { database }: WriteAutomationDeps,
  path: AutomationPath,
  work: (client: Transaction, automation: Automation) => Promise<GraphStep>,
): Promise<GraphStep> {
  return transaction(database, async (client) => {
    await lockAccount(client, path.accountId);
    const automation = await lockAutomation(client, path);
    requireDisabled(automation);
    return await work(client, automation);
  });
}

async function storeStep(
  client: Transaction,
  automation: Automation,
  edited: EditedGraph,
  now: Date,
): Promise<GraphStep> {
  if (isDeepStrictEqual(edited.graph, automation.graph)) return edited.step;
  await checkGraph(client, { ...automation, now }, edited, automation);
  await storeGraph(client, automation, edited.graph, now);
  return edited.step;
}

async function storeGraph(
  client: Transaction,
  automation: Automation,
  graph: Graph,
  now: Date,
): Promise<void> {
  await client.query({
    name: 'update-graph',
    text: 'UPDATE automations SET graph = $2, updated_at = $3 WHERE id = $1',
    values: [automation.id, JSON.stringify(graph), timeOfChange(automation, now)],
  });
}
