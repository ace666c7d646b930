// JSON forms of events (docs/reference/events.md).

import type { SentEvent } from '../../../shared/resources/flows/event-sending/event-to-send.ts';
import type { EventDefinition } from '../../../shared/resources/flows/events/definitions/event.ts';
import type {
  AccountReceivedEvent,
  ListedReceivedEvent,
} from '../../../shared/resources/flows/events/received/list.ts';

/** An item of GET /events. */
export function toEventItem({ id, name, schema, createdAt, updatedAt }: EventDefinition) {
  return {
    id,
    name,
    schema,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt?.toISOString() ?? null,
  };
}

/** The answer of POST /events, GET and PATCH /events/:id. */
export function toEvent(event: EventDefinition) {
  return { object: 'event', ...toEventItem(event) };
}

/** The answer of POST /events/send. */
export function toSentEvent({ id, name, contactCreated, runsStarted, waitsResolved, reason }: SentEvent) {
  return {
    object: 'event',
    id,
    event: name,
    contact_created: contactCreated,
    runs_started: runsStarted,
    waits_resolved: waitsResolved,
    reason,
  };
}

/** An item of GET /contacts/:id/events. */
export function toContactEventItem(event: ListedReceivedEvent) {
  return {
    id: event.id,
    event: event.name,
    domain: event.domain,
    payload: event.payload,
    created_at: event.createdAt.toISOString(),
    waits_resolved: event.waitsResolved,
    automations: event.outcomes,
  };
}

/** An item of GET /events/received. */
export function toReceivedEventItem(event: AccountReceivedEvent) {
  return { ...toContactEventItem(event), contact: event.contact };
}
