// Routes of /suppressions: list, read, add and remove the addresses to which an account sends no mail.
import { notFound } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { addSuppressions } from '../../../shared/resources/audience/suppressions/add.ts';
import { requireSuppression } from '../../../shared/resources/audience/suppressions/find.ts';
import { SUPPRESSION_LIST } from '../../../shared/resources/audience/suppressions/list.ts';
import {
  removeSuppressions,
  type SuppressionKeys,
} from '../../../shared/resources/audience/suppressions/remove.ts';
import { timelineActorOf } from '../../caller.ts';
import { toList } from '../../page.ts';
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
import { toAddedSuppression, toDeletedSuppression, toSuppression, toSuppressionItem } from './output.ts';

const params = { id: suppressionPathId };

/** Routes of suppressions. */
export const suppressionRoutes: Resource = [
  route(OPERATIONS.createSuppression, { body: createSuppressionInput }, async (call) => {
    const [added] = await add(call, [call.body.email]);
    if (!added) throw new Error('An address was not added.');
    return new Reply(added.isNew ? 201 : 200, toSuppression(added.suppression));
  }),
  route(
    OPERATIONS.listSuppressions,
    { query: listSuppressionsQuery },
    async ({ deps, caller: { accountId }, query: { origin, email, ...page } }) => {
      const filters = { ...(origin && { origin }), ...(email && { address: email }) };
      return toList(
        await findPageOf(deps.database, SUPPRESSION_LIST, accountId, page, filters),
        toSuppressionItem,
      );
    },
  ),
  route(OPERATIONS.getSuppression, { params }, async ({ deps, caller, params: { id } }) =>
    toSuppression(await requireSuppression(deps.database, caller.accountId, readSuppressionKey(id))),
  ),
  route(OPERATIONS.deleteSuppression, { params }, async (call) => {
    const key = readSuppressionKey(call.params.id);
    const [removed] = await remove(call, 'id' in key ? { ids: [key.id] } : { addresses: [key.address] });
    if (!removed) throw notFound('Suppression');
    return toDeletedSuppression(removed);
  }),
  route(OPERATIONS.addSuppressions, { body: addSuppressionsInput }, async (call) => {
    const added = await add(call, call.body.emails);
    return { data: added.map(({ suppression }) => toAddedSuppression(suppression)) };
  }),
  route(OPERATIONS.removeSuppressions, { body: removeSuppressionsInput }, async (call) => {
    const { emails = [], ids } = call.body;
    const removed = await remove(call, ids ? { ids } : { addresses: emails });
    return { data: removed.map(toDeletedSuppression) };
  }),
];

type Caller = Pick<Call, 'deps' | 'caller'>;

function add({ deps, caller }: Caller, addresses: readonly string[]) {
  const order = { accountId: caller.accountId, addresses, now: deps.clock.now() };
  return addSuppressions(deps, { ...order, by: timelineActorOf(caller) });
}

function remove({ deps, caller }: Caller, keys: SuppressionKeys) {
  return removeSuppressions(deps, caller.accountId, keys, deps.clock.now(), timelineActorOf(caller));
}
