// Events: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const EVENT_FIELDS: FieldDescriptions = {
  name: 'Name of the event',
  'createEvent.name':
    'Name, up to 200 characters. `contact.created` and names that begin with `service:` belong to the service',
  schema: 'Field of the payload → its type; null: any payload',
  'createEvent.schema':
    'Field of the payload → its type: `string`, `number`, `boolean` or `date`. Null or absent: any payload',
  'updateEvent.schema':
    'The new schema: field of the payload → its type. Null removes the schema, so any payload fits',
  updated_at: 'When the schema was last changed; null: never',
  deleted: 'True: the definition was deleted',
  event: 'Name of the event',
  'sendEvent.event': 'Name of the event; it need not be defined',
  'sendEvent.domain':
    'Name of the domain whose automations take the event; by default the default domain of the account',
  'sendEvent.contact_id': 'Id of the contact. Exactly one of `contact_id` and `email` is given',
  'sendEvent.email':
    'Address of the contact in the audience of the domain; the contact is created if there is none',
  'sendEvent.payload': 'Any object, up to 64 KiB as JSON',
  'idempotency-key':
    'Any text of 1 to 255 characters. Repeating the request with the same key within 24 hours does not send the event again',
  runs_started: 'Number of runs that the event has started',
  waits_resolved: 'Number of runs whose wait the event has ended',
  domain: 'Name of the domain; null: it was deleted',
  payload: 'The payload; null: there was none',
  automations: 'The automations with this trigger, and what the event has done in each',
  'ContactEventItem.automations.automation_id': 'Id of the automation',
  'ContactEventItem.automations.run_id': 'Id of the run that has started; null: none has',
  'ContactEventItem.automations.reason':
    'Why no run has started: the automation was `disabled`, a run of the contact was `active`, the contact had entered `once` before, 100 runs were active (`limit`), the `quota` of runs was used up, or it would have been a `loop`. Null: a run has started',
};
