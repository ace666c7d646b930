// Simulations of automations: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const AUTOMATION_SIMULATION_FIELDS: FieldDescriptions = {
  // Request
  contact_id: 'Id of a contact of the audience of the automation',
  email: 'Address of a contact',
  'simulateAutomation.email': 'Address of a contact of the audience of the automation',
  contact: 'The contact at the end; null: a step has deleted it',
  'simulateAutomation.contact': 'A contact that does not exist, in place of `contact_id` and `email`',
  'simulateAutomation.contact.unsubscribed':
    'Whether it has unsubscribed from everything; by default as its address has',
  payload: 'Payload of the event that starts the run; up to 64 KiB as JSON',
  events: 'Events that come while the run is on its way',
  'events.event': 'Name of the event',
  'events.after': 'How long after the start it comes, such as `2 days`; up to 366 days',
  'events.payload': 'Payload of the event; up to 64 KiB as JSON',

  // Answer
  outcome: 'How the run would end: `completed` or `failed`',
  reason: 'Why the run would fail, as a sentence; null: it would not',
  'contact.id': 'Id of the contact; null: it does not exist',
  'contact.email': 'Address of the contact',
  'contact.first_name': 'First name',
  'contact.last_name': 'Last name',
  'contact.unsubscribed': 'Whether it has unsubscribed from everything',
  'contact.properties': 'Key of a contact property → its value',
  steps: 'The trigger and the steps that the run would come to, in this order',
  'steps.key': 'Key of the step',
  'steps.type': 'Type of the step',
  'steps.status': '`completed`; `skipped`: its mail would not be sent; `failed`: the run would fail with it',
  'steps.at': 'When the step would end; of a mail: when it would be sent',
  'steps.output': 'What the step would do, by its type; null: nothing to say',
  'steps.error': 'Why the step would fail: `{message}`; null: it would not',
};
