// Routes of what a contact belongs to: its segments, and its subscriptions to topics.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { requireContact, requireContactId } from '../../../shared/resources/audience/contacts/find.ts';
import { addToSegment, removeFromSegment } from '../../../shared/resources/audience/contacts/memberships.ts';
import { updateContactTopics } from '../../../shared/resources/audience/contacts/update-topics.ts';
import { SEGMENT_LIST } from '../../../shared/resources/audience/segments/list.ts';
import { listChosenTopics } from '../../../shared/resources/audience/topics/choices/list.ts';
import { timelineActorOf } from '../../caller.ts';
import { pageQuery, toList } from '../../page.ts';
import { type Call, type Resource, route, uuidOf } from '../../route.ts';
import { validate } from '../../validate.ts';
import { contactPathId, readContactKey, updateTopicsForms, updateTopicsInput } from './input.ts';
import {
  toContactSegment,
  toContactSegmentItem,
  toContactTopicItem,
  toContactTopics,
  toDeletedContactSegment,
} from './output.ts';

const params = { id: contactPathId };
const paramsWithSegment = { ...params, segmentId: uuidOf('Segment') };

/** Routes of segments and topics of a contact. */
export const contactMembershipRoutes: Resource = [
  route(OPERATIONS.listContactSegments, { params, query: pageQuery }, async (call) => {
    const { deps, caller, query } = call;
    const contactId = await requireContactId(deps.database, pathOf(call));
    const page = await findPageOf(deps.database, SEGMENT_LIST, caller.accountId, query, { contactId });
    return toList(page, toContactSegmentItem);
  }),
  route(OPERATIONS.addContactToSegment, { params: paramsWithSegment }, async (call) => {
    const { deps, params: ids } = call;
    return toContactSegment(await addToSegment(deps, pathOf(call), ids.segmentId, actOf(call)));
  }),
  route(OPERATIONS.removeContactFromSegment, { params: paramsWithSegment }, async (call) => {
    const { deps, params: ids } = call;
    const removed = await removeFromSegment(deps, pathOf(call), ids.segmentId, actOf(call));
    return toDeletedContactSegment(removed);
  }),
  route(OPERATIONS.listContactTopics, { params, query: pageQuery }, async (call) => {
    const contact = await requireContact(call.deps.database, pathOf(call));
    return toList(await listChosenTopics(call.deps.database, contact, call.query), toContactTopicItem);
  }),
  route(OPERATIONS.updateContactTopics, { params, body: { unchecked: updateTopicsForms } }, async (call) => {
    const { deps, request } = call;
    const now = deps.clock.now();
    const body: unknown = request.body;
    const { topics } = validate(updateTopicsInput, Array.isArray(body) ? { topics: body } : body);
    const contact = await updateContactTopics(deps, pathOf(call), topics, now, timelineActorOf(call.caller));
    return toContactTopics(contact, topics);
  }),
];

function actOf({ deps, caller }: Pick<Call, 'deps' | 'caller'>) {
  return { now: deps.clock.now(), by: timelineActorOf(caller) };
}

function pathOf({ caller: { accountId }, params: { id } }: Pick<Call<'/:id'>, 'caller' | 'params'>) {
  return { accountId, ...readContactKey(id) };
}
