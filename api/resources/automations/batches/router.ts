// Routes of batches of automations: enroll contacts, retry and cancel many runs, and follow what becomes of it.
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import { findPageOf } from '../../../../shared/platform/db/list.ts';
import { cancelRunsOfAutomation } from '../../../../shared/resources/flows/automations/batches/cancel-runs.ts';
import { enrollContacts } from '../../../../shared/resources/flows/automations/batches/enroll.ts';
import { requireAutomationBatch } from '../../../../shared/resources/flows/automations/batches/find.ts';
import { AUTOMATION_BATCH_LIST } from '../../../../shared/resources/flows/automations/batches/list.ts';
import { retryFailedRuns } from '../../../../shared/resources/flows/automations/batches/retry-many.ts';
import { requireAutomation } from '../../../../shared/resources/flows/automations/find.ts';
import { toList } from '../../../page.ts';
import { type Call, type Resource, route, uuidOf } from '../../../route.ts';
import { enrolledBy, enrollInput, listBatchesQuery, retryRunsInput } from './input.ts';
import { toBatch, toBatchItem } from './output.ts';

const params = { id: uuidOf('Automation') };
const batchParams = { ...params, batchId: uuidOf('Automation batch') };

/** Routes of batches of automations. */
export const automationBatchRoutes: Resource = [
  route(OPERATIONS.enrollContacts, { params, body: enrollInput }, async (call) => {
    const { deps, body } = call;
    return toBatch(await enrollContacts(deps, pathOf(call), enrolledBy(body), deps.clock.now()));
  }),
  route(OPERATIONS.retryAutomationRuns, { params, body: retryRunsInput }, async (call) => {
    const { deps, body } = call;
    return toBatch(await retryFailedRuns(deps, pathOf(call), body.since, deps.clock.now()));
  }),
  route(OPERATIONS.cancelAutomationRuns, { params }, async (call) =>
    toBatch(await cancelRunsOfAutomation(call.deps, pathOf(call), call.deps.clock.now())),
  ),
  route(OPERATIONS.listAutomationBatches, { params, query: listBatchesQuery }, async (call) => {
    const { type, status, ...page } = call.query;
    const automation = await requireAutomation(call.deps.database, pathOf(call));
    return toList(
      await findPageOf(call.deps.database, AUTOMATION_BATCH_LIST, automation.id, page, {
        accountId: automation.accountId,
        type,
        status,
      }),
      toBatchItem,
    );
  }),
  route(OPERATIONS.getAutomationBatch, { params: batchParams }, async (call) => {
    const automation = await requireAutomation(call.deps.database, pathOf(call));
    return toBatch(await requireAutomationBatch(call.deps.database, automation, call.params.batchId));
  }),
];

function pathOf({ caller, params: { id } }: Pick<Call<'/automations/:id'>, 'caller' | 'params'>) {
  return { accountId: caller.accountId, id };
}
