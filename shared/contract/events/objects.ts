// Events: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { EVENT_FIELD_TYPES, NOT_STARTED_REASONS } from './values.ts';

const NAME = field.text('Name of the event');
const WAITS_RESOLVED = field.count('Number of waiting runs that the event continued');

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
  automations: field.groups('The automations with this trigger, and the effect of the event on each', {
    automation_id: field.id('Id of the automation'),
    run_id: field.idOrNull('Id of the run that started; null: none'),
    reason: field.oneOf(
      'Why no run started: the automation was `disabled`, a `machine` sent the email, another one was `answered` within the past hour, a run of the contact was `active`, the contact had entered before and can enter `once`, 100 runs were active (`limit`), the `quota` of runs was used up, or it would have been a `loop`. null: a run started',
      [...NOT_STARTED_REASONS, null],
    ),
  }),
} as const;

const CONTACT = field.group('The contact of the event; null: it was deleted', {
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
    contact_created: field.flag('True: the address was not a contact of the audience before'),
    runs_started: field.count('Number of runs that the event started'),
    waits_resolved: WAITS_RESOLVED,
    reason: field.textOrNull(
      'Why the event neither started nor continued a run, as a sentence; null: it did',
    ),
  },
  ContactEventItem: CAME_ITEM,
  ReceivedEventItem: RECEIVED_ITEM,
  ReceivedEvent: { object: field.type('received_event'), ...RECEIVED_ITEM },
} as const satisfies Record<string, field.ObjectFields>;
