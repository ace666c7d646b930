// Routes of contacts: below /contacts, below an audience (/audiences/:id/contacts) and of a segment
// (/segments/:id/contacts). An audience in a path may be given by the id of a segment
// (docs/reference/contacts.md#audiences-and-segments-in-a-path).
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { requireDefaultAudience } from '../../../shared/resources/audience/audiences/find.ts';
import {
  type ResolvedAudience,
  resolveAudience,
} from '../../../shared/resources/audience/audiences/resolve.ts';
import type { ContactPath } from '../../../shared/resources/audience/contact-fields/contact.ts';
import { deleteContact } from '../../../shared/resources/audience/contacts/delete.ts';
import { requireContact } from '../../../shared/resources/audience/contacts/find.ts';
import { listContacts } from '../../../shared/resources/audience/contacts/list.ts';
import { saveContact } from '../../../shared/resources/audience/contacts/save/save.ts';
import { updateContact } from '../../../shared/resources/audience/contacts/update.ts';
import { byKindOfSegment } from '../../../shared/resources/audience/segments/filters/reader.ts';
import { requireSegment } from '../../../shared/resources/audience/segments/find.ts';
import { segmentOfOtherAudience } from '../../../shared/resources/audience/segments/segment.ts';
import { requireTopic } from '../../../shared/resources/audience/topics/find.ts';
import { erasePerson } from '../../../shared/resources/flows/erasures/erase-person.ts';
import { timelineActorOf } from '../../caller.ts';
import { toList } from '../../page.ts';
import { Reply } from '../../reply.ts';
import { type Call, type Resource, route, uuidOf } from '../../route.ts';
import { contactBatchRoutes } from './batch.ts';
import {
  type CreateContactInput,
  contactPathId,
  createContactAnywhereInput,
  createContactInput,
  deleteContactQuery,
  type ListContactsQuery,
  listContactsAnywhereQuery,
  listContactsQuery,
  readContactKey,
  toContactChanges,
  toContactInput,
  type UpdateContactInput,
  updateContactInput,
} from './input.ts';
import { contactMembershipRoutes } from './memberships.ts';
import { toContact, toContactItem, toDeletedContact } from './output.ts';

const params = { id: contactPathId };
const audienceParams = { id: uuidOf('Audience') };
const paramsInAudience = { ...audienceParams, contactId: contactPathId };

/** Routes of contacts. Fixed words precede `:id`, because the first match wins. */
export const contactRoutes: Resource = [
  ...contactBatchRoutes,
  route(OPERATIONS.createContact, { body: createContactAnywhereInput }, (call) =>
    create(call, { audienceId: call.body.audience_id, segmentId: undefined }, call.body),
  ),
  route(OPERATIONS.listContacts, { query: listContactsAnywhereQuery }, async (call) => {
    const { audience_id: audienceId, ...query } = call.query;
    return list(call, await placeOf(call, audienceId), query);
  }),
  route(OPERATIONS.getContact, { params }, (call) => read(call, pathOf(call, call.params.id))),
  route(OPERATIONS.updateContact, { params, body: updateContactInput }, (call) =>
    update(call, pathOf(call, call.params.id), call.body),
  ),
  route(OPERATIONS.deleteContact, { params, query: deleteContactQuery }, (call) =>
    remove(call, pathOf(call, call.params.id), call.query.erase),
  ),
  ...contactMembershipRoutes,
  route(
    OPERATIONS.createAudienceContact,
    { params: audienceParams, body: createContactInput },
    async (call) => create(call, await resolve(call, 'Audience'), call.body),
  ),
  route(OPERATIONS.listAudienceContacts, { params: audienceParams, query: listContactsQuery }, async (call) =>
    list(call, await resolve(call, 'Audience'), call.query),
  ),
  route(OPERATIONS.getAudienceContact, { params: paramsInAudience }, async (call) =>
    read(call, await pathInAudience(call)),
  ),
  route(
    OPERATIONS.updateAudienceContact,
    { params: paramsInAudience, body: updateContactInput },
    async (call) => update(call, await pathInAudience(call), call.body),
  ),
  route(
    OPERATIONS.deleteAudienceContact,
    { params: paramsInAudience, query: deleteContactQuery },
    async (call) => remove(call, await pathInAudience(call), call.query.erase),
  ),
  route(
    OPERATIONS.listSegmentContacts,
    { params: { id: uuidOf('Segment') }, query: listContactsQuery },
    async (call) => list(call, await resolve(call, 'Segment'), call.query),
  ),
];

type Caller = Pick<Call, 'deps' | 'caller'>;
type CallAt<Name extends string> = Caller & { readonly params: Readonly<Record<Name, string>> };

function pathOf({ caller: { accountId } }: Caller, id: string, audienceId?: string): ContactPath {
  return { accountId, audienceId, ...readContactKey(id) };
}

function resolve({ deps, caller, params: { id } }: CallAt<'id'>, what: string): Promise<ResolvedAudience> {
  return resolveAudience(deps.database, caller.accountId, id, what);
}

async function placeOf({ deps, caller }: Caller, id: string | undefined) {
  return id === undefined
    ? undefined
    : await resolveAudience(deps.database, caller.accountId, id, 'Audience');
}

async function pathInAudience(call: CallAt<'id' | 'contactId'>): Promise<ContactPath> {
  const { audienceId } = await resolve(call, 'Audience');
  return pathOf(call, call.params.contactId, audienceId);
}

async function create(
  { deps, caller }: Caller,
  { audienceId, segmentId }: { audienceId: string | undefined; segmentId: string | undefined },
  body: CreateContactInput,
): Promise<Reply> {
  const input = toContactInput(body, segmentId === undefined ? [] : [segmentId]);
  const order = { accountId: caller.accountId, audienceId, createProperties: body.create_properties };
  const write = { ...order, by: timelineActorOf(caller), now: deps.clock.now() };
  const { contact, isNew } = await saveContact(deps, { ...write, input });
  return new Reply(isNew ? 201 : 200, toContact(contact));
}

/** @param place undefined: the default audience, or the segment's audience in the query */
async function list(
  { deps: { database, clock }, caller: { accountId } }: Caller,
  place: ResolvedAudience | undefined,
  { segment_id: segmentId, topic_id: topicId, email: emailKey, ...query }: ListContactsQuery,
) {
  const { unsubscribed, q, ...page } = query;
  const segments = [];
  for (const id of [place?.segmentId, segmentId])
    if (id !== undefined) segments.push(await requireSegment(database, accountId, id));
  const topic = topicId === undefined ? undefined : await requireTopic(database, accountId, topicId);
  const audienceId =
    place?.audienceId ?? segments[0]?.audienceId ?? (await requireDefaultAudience(database, accountId)).id;
  for (const segment of segments)
    if (segment.audienceId !== audienceId) throw segmentOfOtherAudience(segment.id);
  const members = await byKindOfSegment(database, segments);
  const filters = { accountId, audienceId, ...members, topic, unsubscribed, emailKey, q, now: clock.now() };
  return toList(await listContacts(database, filters, page), toContactItem);
}

async function read({ deps }: Caller, path: ContactPath) {
  return toContact(await requireContact(deps.database, path));
}

async function update({ deps, caller }: Caller, path: ContactPath, body: UpdateContactInput) {
  const now = deps.clock.now();
  const by = timelineActorOf(caller);
  return toContact(await updateContact(deps, path, toContactChanges(body), now, by));
}

async function remove(
  { deps, caller }: Caller,
  path: ContactPath,
  isErased: boolean | undefined,
): Promise<Reply> {
  const now = deps.clock.now();
  if (isErased) return new Reply(202, toDeletedContact(await erasePerson(deps, path, now)));
  return new Reply(200, toDeletedContact(await deleteContact(deps, path, now, timelineActorOf(caller))));
}
