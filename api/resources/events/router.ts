// Routes of /events: send events, and define them. Also the received events of a contact, below /contacts/:id.
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import type { Database } from '../../../shared/platform/db/connect.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { requireContactId } from '../../../shared/resources/audience/contacts/find.ts';
import type { SentEvent } from '../../../shared/resources/flows/event-sending/event-to-send.ts';
import { recordRefusedEvent } from '../../../shared/resources/flows/event-sending/record-refusal.ts';
import {
  deleteEvent,
  requireEvent,
  updateEvent,
} from '../../../shared/resources/flows/events/definitions/by-id-or-name.ts';
import { createEvent } from '../../../shared/resources/flows/events/definitions/create.ts';
import { EVENT_LIST } from '../../../shared/resources/flows/events/definitions/list.ts';
import { requireReceivedEvent } from '../../../shared/resources/flows/events/received/find.ts';
import {
  listReceivedEvents,
  RECEIVED_EVENT_LIST,
} from '../../../shared/resources/flows/events/received/list.ts';
import type { StoredAnswer } from '../../../shared/resources/foundation/idempotency/keys.ts';
import { timelineActorOf } from '../../caller.ts';
import { idempotencyHeader, runOnce } from '../../idempotency.ts';
import { pageQuery, toList } from '../../page.ts';
import { Reply } from '../../reply.ts';
import { type Around, type Call, type Resource, route, uuidOf } from '../../route.ts';
import { contactPathId, readContactKey } from '../contacts/input.ts';
import {
  contactOf,
  createEventInput,
  eventPathId,
  listReceivedEventsQuery,
  sendEventInput,
  toReceivedEventFilters,
  updateEventInput,
} from './input.ts';
import {
  toContactEventItem,
  toEvent,
  toEventItem,
  toReceivedEvent,
  toReceivedEventItem,
  toSentEvent,
} from './output.ts';

const params = { id: eventPathId };

const underKey: Around = ({ deps: { database, keysInProgress, clock }, request, response }, run) => {
  const beforeReplay = () => Promise.resolve();
  return runOnce({ database, keysInProgress, now: clock.now(), beforeReplay }, request, response, run);
};

/** Routes of events. Fixed words precede `:id`, because the first match wins. */
export const eventRoutes: Resource = [
  route(
    OPERATIONS.sendEvent,
    { headers: idempotencyHeader('send the event'), body: sendEventInput },
    async ({ deps, caller, body, reservation }) => {
      const event = {
        id: deps.ids.next(),
        accountId: caller.accountId,
        name: body.event,
        domain: body.domain,
        contact: contactOf(body),
        payload: body.payload,
        at: deps.clock.now(),
        idempotency: reservation && { reservation, answerOf },
      };
      const sent = await deps.eventSender.send(event).catch(async (error: unknown) => {
        if (error instanceof DomainError)
          await recordRefusedEvent(deps.database, event, error, timelineActorOf(caller));
        throw error;
      });
      const { statusCode, body: answer } = answerOf(sent);
      return new Reply(statusCode, answer);
    },
    { around: underKey },
  ),
  route(OPERATIONS.createEvent, { body: createEventInput }, async ({ deps, caller: { accountId }, body }) => {
    const event = { id: deps.ids.next(), accountId, ...body, createdAt: deps.clock.now() };
    return toEvent(await createEvent(deps.database, event));
  }),
  route(OPERATIONS.listEvents, { query: pageQuery }, async ({ deps, caller, query }) =>
    toList(await findPageOf(deps.database, EVENT_LIST, caller.accountId, query), toEventItem),
  ),
  route(
    OPERATIONS.listReceivedEvents,
    { query: listReceivedEventsQuery },
    async ({ deps: { database, clock }, caller: { accountId }, query }) => {
      const { filters, page } = toReceivedEventFilters(query, clock.now());
      const contactId = query.contact_id && (await findContactId(database, accountId, query.contact_id));
      const found =
        contactId === undefined && query.contact_id !== undefined
          ? { rows: [], hasMore: false }
          : await listReceivedEvents(database, accountId, { ...filters, contactId }, page);
      return toList(found, toReceivedEventItem);
    },
  ),
  route(
    OPERATIONS.getReceivedEvent,
    { params: { id: uuidOf('Event') } },
    async ({ deps, caller, params: { id } }) =>
      toReceivedEvent(await requireReceivedEvent(deps.database, { accountId: caller.accountId, id })),
  ),
  route(OPERATIONS.getEvent, { params }, async (call) =>
    toEvent(await requireEvent(call.deps.database, pathOf(call))),
  ),
  route(OPERATIONS.updateEvent, { params, body: updateEventInput }, async (call) => {
    const { deps, body } = call;
    const change = { schema: body.schema, ifUpdatedAt: body.if_updated_at, now: deps.clock.now() };
    return toEvent(await updateEvent(deps.database, pathOf(call), change));
  }),
  route(OPERATIONS.deleteEvent, { params }, async (call) => {
    const { id } = await deleteEvent(call.deps.database, pathOf(call));
    return { object: 'event', id, deleted: true };
  }),
  route(
    OPERATIONS.listContactEvents,
    { params: { id: contactPathId }, query: pageQuery },
    async ({ deps: { database }, caller: { accountId }, params: { id }, query }) => {
      const contactId = await requireContactId(database, { accountId, ...readContactKey(id) });
      return toList(
        await findPageOf(database, RECEIVED_EVENT_LIST, contactId, query, { accountId }),
        toContactEventItem,
      );
    },
  ),
];

/** @returns undefined: there is no such contact, so no event arrived for it */
async function findContactId(
  database: Database,
  accountId: string,
  idOrAddress: string,
): Promise<string | undefined> {
  return await requireContactId(database, { accountId, ...readContactKey(idOrAddress) }).catch(
    (error: unknown) => {
      if (error instanceof DomainError && error.name === 'not_found') return undefined;
      throw error;
    },
  );
}

/** The bytes that are answered and stored under the idempotency key. */
function answerOf(sent: SentEvent): StoredAnswer {
  return { statusCode: 202, body: JSON.stringify(toSentEvent(sent)) };
}

function pathOf({ caller: { accountId }, params: { id } }: Pick<Call<'/:id'>, 'caller' | 'params'>) {
  return { accountId, idOrName: id };
}
