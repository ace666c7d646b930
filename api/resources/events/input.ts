// Input of /events (docs/reference/events.md).
import Joi from 'joi';
import { DEFAULT_TRIGGER, RESERVED_EVENT_PREFIX } from '../../../shared/contract/automations/values.ts';
import { EVENT_FIELD_TYPES } from '../../../shared/contract/events/values.ts';
import {
  EVENT_FIELD_MAX_LENGTH,
  EVENT_FIELDS_MAX,
  EVENT_NAME_MAX_LENGTH,
  EVENT_PAYLOAD_MAX_BYTES,
} from '../../../shared/contract/limits.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import type { EventContact } from '../../../shared/resources/flows/event-sending/event-to-send.ts';
import type {
  EventFieldType,
  EventSchema,
} from '../../../shared/resources/flows/events/definitions/event.ts';
import type { ReceivedEventFilters } from '../../../shared/resources/flows/events/received/list.ts';
import { ABSENT_OBJECT } from '../../input/absent-object.ts';
import { ifUpdatedAt } from '../../input/if-updated-at.ts';
import { readTime, TIME_MAX_LENGTH } from '../../input/read-time.ts';
import { ADDRESS_MESSAGE } from '../../input/text-inputs.ts';
import { idOf } from '../../named-id.ts';
import { pageQuery } from '../../page.ts';
import type { PathId } from '../../route.ts';
import { contactAddress, contactPathId, type GivenAddress } from '../contacts/input.ts';

/** Body of POST /events/send: exactly one of `contact_id` and `email` is set. */
export interface SendEventInput {
  event: string;
  domain?: string;
  contact_id?: string;
  email?: GivenAddress;
  payload: object | null;
}

const ABSENT = Joi.valid('', null);

const MESSAGES = {
  'event.reserved': `{{#label}} must not be \`${DEFAULT_TRIGGER}\` or begin with \`${RESERVED_EVENT_PREFIX}\`: these names are reserved for the service`,
  'schema.length': `{{#label}} must have at most ${EVENT_FIELDS_MAX} fields`,
  'schema.field': `{{#label}} has a field whose name is empty or longer than ${EVENT_FIELD_MAX_LENGTH} characters`,
  'schema.type': `{{#label}} must give each field one of the types ${EVENT_FIELD_TYPES.join(', ')}`,
};

const eventName = Joi.string()
  .trim()
  .max(EVENT_NAME_MAX_LENGTH)
  .custom((name: string, { error }) =>
    name === DEFAULT_TRIGGER || name.startsWith(RESERVED_EVENT_PREFIX) ? error('event.reserved') : name,
  );

/**
 * The schema has no keys of its own, so that joi does not change the object: a field may have any name, also
 * `__proto__`.
 */
const schema = Joi.object().custom((given: Record<string, unknown>, { error }) => {
  const fields = Object.entries(given);
  if (fields.length > EVENT_FIELDS_MAX) return error('schema.length');
  if (fields.some(([name]) => name === '' || name.length > EVENT_FIELD_MAX_LENGTH))
    return error('schema.field');
  const isType = (type: unknown) => EVENT_FIELD_TYPES.includes(type as EventFieldType);
  return fields.every(([, type]) => isType(type)) ? given : error('schema.type');
});

/** The payload of an event. Without keys of its own, as the schema. */
export const eventPayload = Joi.object()
  .custom((given: object, { error }) =>
    Buffer.byteLength(JSON.stringify(given)) > EVENT_PAYLOAD_MAX_BYTES ? error('payload.size') : given,
  )
  .messages({
    'payload.size': `{{#label}} must have at most ${EVENT_PAYLOAD_MAX_BYTES / 1024} KiB as JSON`,
  })
  .description('Any object, up to 64 KiB as JSON');

/** Body of POST /events. */
export const createEventInput = Joi.object<{ name: string; schema: EventSchema | null }>({
  name: eventName
    .empty(ABSENT)
    .required()
    .description(
      'Name, up to 200 characters. `contact.created` and names that begin with `service:` are reserved',
    ),
  schema: schema
    .empty(null)
    .default(null)
    .description(
      'Field of the payload → its type: `string`, `number`, `boolean` or `date`. Null or absent: any payload',
    ),
}).messages(MESSAGES);

/** Body of PATCH /events/:id. */
export const updateEventInput = Joi.object<{ schema: EventSchema | null; if_updated_at?: Date }>({
  schema: schema
    .allow(null)
    .required()
    .description(
      'The new schema: field of the payload → its type. Null removes the schema, so that any payload is valid',
    ),
  if_updated_at: ifUpdatedAt('event'),
}).messages(MESSAGES);

/** Body of POST /events/send. */
export const sendEventInput = Joi.object<SendEventInput>({
  event: eventName.empty(ABSENT).required().description('Name of the event. A definition is not required'),
  domain: Joi.string()
    .trim()
    .empty(null)
    .description('Name of the domain whose automations receive the event. Default: the default domain'),
  contact_id: idOf('a contact')
    .empty(ABSENT)
    .description('Id of the contact. Give exactly one of `contact_id` and `email`'),
  email: contactAddress
    .empty(ABSENT)
    .description('Address of the contact in the audience of the domain. A missing contact is created'),
  payload: eventPayload.empty(ABSENT_OBJECT).default(null),
})
  .xor('contact_id', 'email')
  .messages({
    ...ADDRESS_MESSAGE,
    ...MESSAGES,
    'object.xor': '`contact_id` and `email` cannot be combined',
    'object.missing': 'One of `contact_id` and `email` must be given',
  });

/** Query of GET /events/received, as the client wrote it. */
interface ListReceivedEventsQuery extends PageRequest {
  event?: string;
  contact_id?: string;
  since?: string;
}

/** Query of GET /events/received. */
export const listReceivedEventsQuery = (pageQuery as Joi.ObjectSchema).keys({
  event: Joi.string().max(EVENT_NAME_MAX_LENGTH).description('Only events with this name'),
  contact_id: Joi.string()
    .custom((text: string, { error }) => (contactPathId.isId(text) ? text : error('contact.malformed')))
    .messages({ 'contact.malformed': '{{#label}} must be the id or the address of a contact' })
    .description('Only events about this contact: its id, or its address'),
  since: Joi.string()
    .max(TIME_MAX_LENGTH)
    .description('Only events received at or after this time: ISO 8601 or English such as `2 hours ago`'),
}) as Joi.ObjectSchema<ListReceivedEventsQuery>;

/** Converts a validated query to filters, but for the contact, and a page. @throws DomainError `validation_error` for an invalid time */
export function toReceivedEventFilters(
  { event: name, contact_id: _, since, ...page }: ListReceivedEventsQuery,
  now: Date,
): { filters: Omit<ReceivedEventFilters, 'contactId'>; page: PageRequest } {
  return { page, filters: { name, since: since ? readTime('since', since, now) : undefined } };
}

/** An event in a path: its id or its name, which may be any text that can be stored. */
export const eventPathId: PathId = {
  of: 'Event',
  description: 'Id of the event, or its name',
  isId: (text) => text.length <= EVENT_NAME_MAX_LENGTH && text.isWellFormed() && !text.includes('\0'),
};

/** The contact of an event. */
export function contactOf({ contact_id: id, email }: SendEventInput): EventContact {
  if (email) return email;
  if (id === undefined) throw new Error('An event has neither a contact nor an address.');
  return { id };
}
