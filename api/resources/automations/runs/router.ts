// Routes of /automations/:id/runs: list, read, cancel and retry runs of automations.
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import { requireAutomation } from '../../../../shared/resources/flows/automations/find.ts';
import { cancelRun } from '../../../../shared/resources/flows/automations/runs/cancel.ts';
import { requireRun } from '../../../../shared/resources/flows/automations/runs/find.ts';
import { listRuns } from '../../../../shared/resources/flows/automations/runs/list.ts';
import { retryRun } from '../../../../shared/resources/flows/automations/runs/retrying/retry-run.ts';
import { toList } from '../../../page.ts';
import { type Call, type Resource, route, uuidOf } from '../../../route.ts';
import { listRunsQuery } from './input.ts';
import { toRun, toRunItem } from './output.ts';

const params = { id: uuidOf('Automation') };
const runParams = { ...params, runId: uuidOf('Automation run') };

/** Routes of runs of automations. */
export const automationRunRoutes: Resource = [
  route(OPERATIONS.listAutomationRuns, { params, query: listRunsQuery }, async (call) => {
    const { status: statuses, contact_id: contactId, step, ...page } = call.query;
    const automation = await findAutomation(call);
    return toList(
      await listRuns(call.deps.database, automation, { statuses, contactId, step }, page),
      toRunItem,
    );
  }),
  route(OPERATIONS.getAutomationRun, { params: runParams }, async (call) => {
    const automation = await findAutomation(call);
    return toRun(await requireRun(call.deps.database, automation, call.params.runId));
  }),
  route(
    OPERATIONS.cancelAutomationRun,
    { params: runParams },
    async ({ deps, caller: { accountId }, params: { id: automationId, runId } }) => {
      await cancelRun(deps, { accountId, automationId, runId }, deps.clock.now());
      return { object: 'automation_run', id: runId.toLowerCase(), status: 'cancelled' };
    },
  ),
  route(
    OPERATIONS.retryAutomationRun,
    { params: runParams },
    async ({ deps, caller: { accountId }, params: { id: automationId, runId } }) => {
      await retryRun(deps, { accountId, automationId, runId }, deps.clock.now());
      return { object: 'automation_run', id: runId.toLowerCase(), status: 'running' };
    },
  ),
];

function findAutomation({
  deps,
  caller,
  params: { id },
}: Pick<Call<'/automations/:id'>, 'deps' | 'caller' | 'params'>) {
  return requireAutomation(deps.database, { accountId: caller.accountId, id });
}
