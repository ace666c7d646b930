// Simulations of automations: the object in the answer, as a JSON Schema. fields.ts describes the fields.
import { STEP_TYPES } from '../automations/values.ts';
import { FLAG, ID_OR_NULL, inner, type ObjectFields, TEXT, TEXT_OR_NULL, TIME } from '../shapes.ts';

const ANY_OR_NULL = { type: ['object', 'null'], additionalProperties: true } as const;

const CONTACT = inner({
  id: ID_OR_NULL,
  email: TEXT,
  first_name: TEXT_OR_NULL,
  last_name: TEXT_OR_NULL,
  unsubscribed: FLAG,
  properties: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
});

/** Name of an object → its fields. */
export const AUTOMATION_SIMULATION_OBJECTS = {
  AutomationSimulation: {
    object: { const: 'automation_simulation' },
    outcome: { enum: ['completed', 'failed'] },
    reason: TEXT_OR_NULL,
    contact: { ...CONTACT, type: ['object', 'null'] },
    steps: {
      type: 'array',
      items: inner({
        key: TEXT,
        type: { enum: STEP_TYPES },
        status: { enum: ['completed', 'failed', 'skipped'] },
        at: TIME,
        output: ANY_OR_NULL,
        error: ANY_OR_NULL,
      }),
    },
  },
} as const satisfies Record<string, ObjectFields>;
