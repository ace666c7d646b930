// Routes of /segments: create, list, read, rename and delete segments. That of their contacts is in
// api/resources/contacts/.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { createSegment } from '../../../shared/resources/segments/create.ts';
import { deleteSegment } from '../../../shared/resources/segments/delete.ts';
import { requireSegment } from '../../../shared/resources/segments/find.ts';
import { listSegments } from '../../../shared/resources/segments/list.ts';
import { updateSegment } from '../../../shared/resources/segments/update.ts';
import { toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { createSegmentInput, listSegmentsQuery, updateSegmentInput } from './input.ts';
import { toSegment, toSegmentItem } from './output.ts';

const params = { id: uuidOf('Segment') };

/** Routes of segments. */
export const segmentRoutes: Resource = [
  route(OPERATIONS.createSegment, { body: createSegmentInput }, async ({ deps, caller, body }) => {
    const { name, audience_id: audienceId } = body;
    const { accountId } = caller;
    const segment = { id: deps.ids.next(), accountId, name, audienceId, createdAt: deps.clock.now() };
    return toSegment(await createSegment(deps.database, segment));
  }),
  route(OPERATIONS.listSegments, { query: listSegmentsQuery }, async ({ deps, caller, query }) =>
    toList(await listSegments(deps.database, caller.accountId, query), toSegmentItem),
  ),
  route(OPERATIONS.getSegment, { params }, async ({ deps, caller, params: { id } }) =>
    toSegment(await requireSegment(deps.database, caller.accountId, id)),
  ),
  route(
    OPERATIONS.updateSegment,
    { params, body: updateSegmentInput },
    async ({ deps, caller: { accountId }, params: { id }, body: { name, audience_id: audienceId } }) =>
      toSegment(await updateSegment(deps.database, { accountId, id }, { name, audienceId })),
  ),
  route(OPERATIONS.deleteSegment, { params }, async ({ deps, caller: { accountId }, params: { id } }) => {
    const deleted = await deleteSegment(deps, { accountId, id, now: deps.clock.now() });
    return { object: 'segment', id: deleted.id, deleted: true };
  }),
];
