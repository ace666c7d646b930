// Events: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { EVENT_FIELD_TYPES, NOT_STARTED_REASONS } from './values.ts';

const NAME = field.text('Name of the event');
const WAITS_RESOLVED = field.count('Number of runs whose wait the event has ended');

const EVENT_ITEM = {
  id: field.ID,
  name: NAME,
  schema: {
    description: 'Field of the payload → its type; null: any payload',
    type: ['object', 'null'],
    additionalProperties: { enum: EVENT_FIELD_TYPES },
  },
  created_at: field.CREATED_AT,
  updated_at: field.timeOrNull('When the schema was last changed; null: never'),
} as const;

const CAME_ITEM = {
  id: field.ID,
  event: NAME,
  domain: field.textOrNull('Name of the domain; null: it was deleted'),
  payload: field.objectOrNull('The payload; null: there was none'),
  created_at: field.CREATED_AT,
  waits_resolved: WAITS_RESOLVED,
  automations: field.groups('The automations with this trigger, and what the event has done in each', {
    automation_id: field.id('Id of the automation'),
    run_id: field.idOrNull('Id of the run that has started; null: none has'),
    reason: field.oneOf(
      'Why no run has started: the automation was `disabled`, the email is of a `machine`, another one was `answered` within the hour before, a run of the contact was `active`, the contact had entered `once` before, 100 runs were active (`limit`), the `quota` of runs was used up, or it would have been a `loop`. Null: a run has started',
      [...NOT_STARTED_REASONS, null],
    ),
  }),
} as const;

const CONTACT = field.group('The contact that it is about; null: it was deleted', {
  id: field.id('Id of the contact'),
  email: field.text('Address of the contact'),
});

const RECEIVED_ITEM = {
  ...CAME_ITEM,
  contact: { ...CONTACT, type: ['object', 'null'] },
} as const;

/** Name of an object → its fields. */
export const EVENT_OBJECTS = {
  EventItem: EVENT_ITEM,
  Event: { object: field.type('event'), ...EVENT_ITEM },
  DeletedEvent: field.deleted('event', 'True: the definition was deleted'),
  SentEvent: {
    object: field.type('event'),
    id: field.ID,
    event: NAME,
    contact_created: field.flag('True: the address was no contact of the audience before'),
    runs_started: field.count('Number of runs that the event has started'),
    waits_resolved: WAITS_RESOLVED,
    reason: field.textOrNull(
      'Why the event has started no run and ended no wait, as a sentence; null: it has',
    ),
  },
  ContactEventItem: CAME_ITEM,
  ReceivedEventItem: RECEIVED_ITEM,
  ReceivedEvent: { object: field.type('received_event'), ...RECEIVED_ITEM },
} as const satisfies Record<string, field.ObjectFields>;
