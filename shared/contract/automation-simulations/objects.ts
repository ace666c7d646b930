// Simulations of automations: the object in the answer, as a JSON Schema.
import { STEP_TYPES } from '../automations/values.ts';
import { fieldsByColumn } from '../contacts/fields.ts';
import * as field from '../shapes.ts';

const CONTACT = field.group('The contact at the end; null: a step deleted it', {
  id: field.idOrNull('Id of the contact; null: it does not exist'),
  email: field.text('Address of the contact'),
  ...fieldsByColumn(({ title }) => field.textOrNull(title)),
  unsubscribed: field.flag('Whether the contact has unsubscribed from everything'),
  properties: {
    description: 'Key of a contact property → its value',
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
  },
});

/** Name of an object → its fields. */
export const AUTOMATION_SIMULATION_OBJECTS = {
  AutomationSimulation: {
    object: field.type('automation_simulation'),
    outcome: field.oneOf('Outcome of the run: `completed` or `failed`', ['completed', 'failed']),
    reason: field.textOrNull('Why the run would fail, as a sentence; null: it would not'),
    contact: { ...CONTACT, type: ['object', 'null'] },
    steps: field.groups('The trigger and the steps that the run would reach, in order', {
      key: field.text('Key of the step'),
      type: field.oneOf('Type of the step', STEP_TYPES),
      status: field.oneOf(
        '`completed`; `skipped`: its email would not be sent; `failed`: the run would fail at this step',
        ['completed', 'failed', 'skipped'],
      ),
      at: field.time('When the step would end; for an email, when it would be sent'),
      output: field.fieldsOrNull('What the step would do, depending on its type; null: nothing to report'),
      error: field.fieldsOrNull('Why the step would fail: `{message}`; null: it would not'),
    }),
  },
} as const satisfies Record<string, field.ObjectFields>;
