// Automations: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { ID, inner, type ObjectFields, TEXT, TEXT_OR_NULL, TIME } from '../shapes.ts';
import {
  AUTOMATION_REENTRIES,
  AUTOMATION_STATUSES,
  CONNECTION_TYPES,
  EXECUTABLE_STEP_TYPES,
  STEP_TYPES,
} from './values.ts';

const POSITION = { type: 'integer', minimum: 1 } as const;
const CONFIG = { type: 'object', additionalProperties: true } as const;

/** The trigger step has neither id nor position. */
const STEP = {
  type: 'object',
  properties: { id: ID, key: TEXT, type: { enum: STEP_TYPES }, position: POSITION, config: CONFIG },
  required: ['key', 'type', 'config'],
} as const;

const STATUS = { enum: AUTOMATION_STATUSES };

/** Name of an object → its fields. */
export const AUTOMATION_OBJECTS = {
  AutomationItem: {
    id: ID,
    name: TEXT,
    status: STATUS,
    domain: TEXT,
    trigger: TEXT,
    created_at: TIME,
    updated_at: TIME,
  },
  Automation: {
    object: { const: 'automation' },
    id: ID,
    audience_id: ID,
    domain: TEXT,
    name: TEXT,
    trigger: TEXT,
    status: STATUS,
    trigger_config: {
      type: ['object', 'null'],
      properties: { at: TEXT, timezone: TEXT },
      required: ['at', 'timezone'],
    },
    trigger_key: TEXT_OR_NULL,
    reentry: { enum: AUTOMATION_REENTRIES },
    steps: { type: 'array', items: STEP },
    connections: {
      type: 'array',
      items: inner({ from: TEXT, to: TEXT, type: { enum: CONNECTION_TYPES } }),
    },
    created_at: TIME,
    updated_at: TIME,
  },
  DeletedAutomation: { object: { const: 'automation' }, id: ID, deleted: { const: true } },
  StoppedAutomation: { object: { const: 'automation' }, id: ID, status: { const: 'disabled' } },
  AutomationStep: {
    id: ID,
    key: TEXT,
    type: { enum: EXECUTABLE_STEP_TYPES },
    position: POSITION,
    config: CONFIG,
  },
  DeletedAutomationStep: { object: { const: 'automation_step' }, id: ID, deleted: { const: true } },
} as const satisfies Record<string, ObjectFields>;
