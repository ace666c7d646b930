// Routes of /suppressions: list, read, add and remove the addresses to which an account sends no mail.
import { notFound } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { addSuppressions } from '../../../shared/resources/audience/suppressions/add.ts';
import { requireSuppression } from '../../../shared/resources/audience/suppressions/find.ts';
import { SUPPRESSION_LIST, walkSuppressions } from '../../../shared/resources/audience/suppressions/list.ts';
import {
  removeSuppressions,
  type SuppressionKeys,
} from '../../../shared/resources/audience/suppressions/remove.ts';
import type { Suppression } from '../../../shared/resources/audience/suppressions/suppression.ts';
import { findReport } from '../../../shared/resources/messaging/receiving/reports.ts';
import { timelineActorOf } from '../../caller.ts';
import { answerPage, answerWhole } from '../../http/list-answers.ts';
import { streamedCsv } from '../../http/streams.ts';
import { wantsType } from '../../http/wants-type.ts';
import { Reply } from '../../reply.ts';
import { type Call, type Resource, route } from '../../route.ts';
import {
  addSuppressionsInput,
  createSuppressionInput,
  listSuppressionsQuery,
  readSuppressionKey,
  removeSuppressionsInput,
  suppressionPathId,
} from './input.ts';
import {
  SUPPRESSION_CSV,
  toAddedSuppression,
  toDeletedSuppression,
  toSuppression,
  toSuppressionItem,
} from './output.ts';

const params = { id: suppressionPathId };

/** Routes of suppressions. */
export const suppressionRoutes: Resource = [
  route(OPERATIONS.createSuppression, { body: createSuppressionInput }, async (call) => {
    const [added] = await add(call, [call.body.email]);
    if (!added) throw new Error('An address was not added.');
    return new Reply(added.isNew ? 201 : 200, await withReport(call, added.suppression));
  }),
  route(OPERATIONS.listSuppressions, { query: listSuppressionsQuery }, async (call) => {
    const { origin, email, ...page } = call.query;
    const filters = { ...(origin && { origin }), ...(email && { address: email }) };
    if (!wantsType(call.request, 'text/csv'))
      return await answerPage(call, SUPPRESSION_LIST, toSuppressionItem, page, filters);
    return await answerWhole(call, (read) => {
      const pages = walkSuppressions(read, call.caller.accountId, filters);
      return streamedCsv(pages, SUPPRESSION_CSV, 'suppressions.csv');
    });
  }),
  route(OPERATIONS.getSuppression, { params }, async (call) => {
    const { deps, caller, params } = call;
    const key = readSuppressionKey(params.id);
    return await withReport(call, await requireSuppression(deps.database, caller.accountId, key));
  }),
  route(OPERATIONS.deleteSuppression, { params }, async (call) => {
    const key = readSuppressionKey(call.params.id);
    const [removed] = await remove(call, 'id' in key ? { ids: [key.id] } : { addresses: [key.address] });
    if (!removed) throw notFound('Suppression');
    return toDeletedSuppression(removed);
  }),
  route(OPERATIONS.addSuppressions, { body: addSuppressionsInput }, async (call) => {
    const added = await add(call, call.body.emails);
    return { data: added.map(toAddedSuppression) };
  }),
  route(OPERATIONS.removeSuppressions, { body: removeSuppressionsInput }, async (call) => {
    const { emails = [], ids } = call.body;
    const removed = await remove(call, ids ? { ids } : { addresses: emails });
    return { data: removed.map(toDeletedSuppression) };
  }),
];

type Caller = Pick<Call, 'deps' | 'caller'>;

/** The record of an entry. */
async function withReport({ deps, caller }: Caller, entry: Suppression) {
  const { reportId } = entry;
  const report = reportId === null ? undefined : await findReport(deps.database, caller.accountId, reportId);
  return toSuppression(entry, report, deps);
}

function add({ deps, caller }: Caller, addresses: readonly string[]) {
  const order = { accountId: caller.accountId, addresses, now: deps.clock.now() };
  return addSuppressions(deps, { ...order, by: timelineActorOf(caller) });
}

function remove({ deps, caller }: Caller, keys: SuppressionKeys) {
  return removeSuppressions(deps, caller.accountId, keys, deps.clock.now(), timelineActorOf(caller));
}
