// Routes of /automations: create, list, read, change, copy, stop and delete automations, and their steps one by one.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import type { Automation } from '../../../shared/resources/flows/automations/automation.ts';
import { createAutomation } from '../../../shared/resources/flows/automations/create.ts';
import { deleteAutomation } from '../../../shared/resources/flows/automations/delete.ts';
import { duplicateAutomation } from '../../../shared/resources/flows/automations/duplicate.ts';
import { addStep, deleteStep, updateStep } from '../../../shared/resources/flows/automations/edit-steps.ts';
import { requireAutomation } from '../../../shared/resources/flows/automations/find.ts';
import { AUTOMATION_LIST } from '../../../shared/resources/flows/automations/list.ts';
import {
  failedSince,
  findAutomationHealth,
} from '../../../shared/resources/flows/automations/stats/find-health.ts';
import { stopAutomation } from '../../../shared/resources/flows/automations/stop.ts';
import { updateAutomation } from '../../../shared/resources/flows/automations/update.ts';
import { toList } from '../../page.ts';
import { type Call, type Resource, route, uuidOf } from '../../route.ts';
import {
  addStepInput,
  createAutomationInput,
  listAutomationsQuery,
  stepId,
  stopAutomationInput,
  updateAutomationInput,
  updateStepInput,
} from './input.ts';
import { toAutomation, toAutomationItem, toAutomationStep } from './output.ts';

const params = { id: uuidOf('Automation') };
const stepParams = { ...params, stepId };

/** Routes of automations. */
export const automationRoutes: Resource = [
  route(
    OPERATIONS.createAutomation,
    { body: createAutomationInput },
    async ({ deps, caller: { accountId }, body: { name, domain, status, reentry, answers, ...given } }) => {
      const automation = { accountId, name, domain, status, reentry, answers, given };
      return toAutomation(await createAutomation(deps, automation, deps.clock.now()));
    },
  ),
  route(
    OPERATIONS.listAutomations,
    { query: listAutomationsQuery },
    async ({
      deps: { database, clock },
      caller: { accountId },
      query: { q, status, needs_attention: wanted, ...page },
    }) => {
      const now = clock.now();
      const failing = wanted === undefined ? undefined : { wanted, since: failedSince(now) };
      const found = await findPageOf(database, AUTOMATION_LIST, accountId, page, { q, status, failing });
      const ids = found.rows.map(({ id }) => id);
      const health = await findAutomationHealth(database, ids, now);
      return toList(found, (automation) => toAutomationItem(automation, health.get(automation.id)));
    },
  ),
  route(OPERATIONS.getAutomation, { params }, async (call) =>
    withHealth(call, await requireAutomation(call.deps.database, pathOf(call))),
  ),
  route(OPERATIONS.updateAutomation, { params, body: updateAutomationInput }, async (call) => {
    const { name, domain, status, reentry, answers, if_updated_at: ifUpdatedAt, ...given } = call.body;
    const changes = { name, domain, status, reentry, answers, ifUpdatedAt, given };
    return withHealth(call, await updateAutomation(call.deps, pathOf(call), changes, call.deps.clock.now()));
  }),
  route(OPERATIONS.deleteAutomation, { params }, async (call) => {
    const id = await deleteAutomation(call.deps, pathOf(call), call.deps.clock.now());
    return { object: 'automation', id, deleted: true };
  }),
  route(OPERATIONS.duplicateAutomation, { params }, async (call) =>
    toAutomation(await duplicateAutomation(call.deps, pathOf(call), call.deps.clock.now())),
  ),
  route(OPERATIONS.stopAutomation, { params, body: stopAutomationInput }, async (call) => {
    const stopped = { ...pathOf(call), cancelRuns: call.body.cancel_runs };
    const id = await stopAutomation(call.deps, stopped, call.deps.clock.now());
    return { object: 'automation', id, status: 'disabled' };
  }),
  route(OPERATIONS.addAutomationStep, { params, body: addStepInput }, async (call) =>
    toAutomationStep(await addStep(call.deps, pathOf(call), call.body, call.deps.clock.now())),
  ),
  route(
    OPERATIONS.updateAutomationStep,
    { params: stepParams, body: updateStepInput },
    async ({ deps, caller: { accountId }, params: { id, stepId: idOrKey }, body }) =>
      toAutomationStep(await updateStep(deps, { accountId, id, idOrKey }, body, deps.clock.now())),
  ),
  route(
    OPERATIONS.deleteAutomationStep,
    { params: stepParams },
    async ({ deps, caller: { accountId }, params: { id, stepId: idOrKey } }) => {
      const step = await deleteStep(deps, { accountId, id, idOrKey }, deps.clock.now());
      return { object: 'automation_step', id: step.id, deleted: true };
    },
  ),
];

async function withHealth(
  { deps: { database, clock } }: Pick<Call<'/automations/:id'>, 'deps'>,
  automation: Automation,
) {
  const health = await findAutomationHealth(database, [automation.id], clock.now());
  return toAutomation(automation, health.get(automation.id));
}

function pathOf({ caller, params: { id } }: Pick<Call<'/automations/:id'>, 'caller' | 'params'>) {
  return { accountId: caller.accountId, id };
}
