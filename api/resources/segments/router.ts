// Routes of /segments: create, list, read, change and delete segments, and preview a filter. That of their contacts is
// in api/resources/contacts/.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { previewSegment } from '../../../shared/resources/audience/segment-previews/preview.ts';
import { showSegment, showSegments } from '../../../shared/resources/audience/segments/counts/show.ts';
import { createSegment } from '../../../shared/resources/audience/segments/create.ts';
import { deleteSegment } from '../../../shared/resources/audience/segments/delete.ts';
import { updateSegment } from '../../../shared/resources/audience/segments/update.ts';
import { toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { createSegmentInput, listSegmentsQuery, previewSegmentInput, updateSegmentInput } from './input.ts';
import { toSegment, toSegmentItem, toSegmentPreview } from './output.ts';

const params = { id: uuidOf('Segment') };

/** Routes of segments. */
export const segmentRoutes: Resource = [
  route(OPERATIONS.createSegment, { body: createSegmentInput }, async ({ deps, caller, body }) => {
    const { name, audience_id: audienceId, filter = null } = body;
    const { accountId } = caller;
    const segment = { id: deps.ids.next(), accountId, name, audienceId, filter, createdAt: deps.clock.now() };
    return toSegment(await createSegment(deps.database, segment));
  }),
  route(
    OPERATIONS.previewSegment,
    { body: previewSegmentInput },
    async ({ deps, caller: { accountId }, body: { filter, audience_id: audienceId } }) =>
      toSegmentPreview(
        await previewSegment(deps.database, { accountId, audienceId, filter, now: deps.clock.now() }),
      ),
  ),
  route(OPERATIONS.listSegments, { query: listSegmentsQuery }, async ({ deps, caller, query }) => {
    const { q, ids, ...page } = query;
    const shown = { page, filters: { q, ids } };
    return toList(await showSegments(deps, caller.accountId, shown, deps.clock.now()), toSegmentItem);
  }),
  route(OPERATIONS.getSegment, { params }, async ({ deps, caller: { accountId }, params: { id } }) =>
    toSegment(await showSegment(deps, { accountId, id }, deps.clock.now())),
  ),
  route(
    OPERATIONS.updateSegment,
    { params, body: updateSegmentInput },
    async ({ deps, caller: { accountId }, params: { id }, body }) => {
      const { name, audience_id: audienceId, filter, if_updated_at: ifUpdatedAt } = body;
      const changes = { name, audienceId, filter, ifUpdatedAt };
      return toSegment(await updateSegment(deps.database, { accountId, id }, changes, deps.clock.now()));
    },
  ),
  route(OPERATIONS.deleteSegment, { params }, async ({ deps, caller: { accountId }, params: { id } }) => {
    const deleted = await deleteSegment(deps, { accountId, id, now: deps.clock.now() });
    return { object: 'segment', id: deleted.id, deleted: true };
  }),
];
