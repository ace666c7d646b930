// Runs of automations: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { RUN_STATUSES, STEP_RUN_STATUSES, STEP_TYPES } from '../automations/values.ts';
import { ID, inner, type ObjectFields, TEXT, TEXT_OR_NULL, TIME, TIME_OR_NULL } from '../shapes.ts';

const ANY_OR_NULL = { type: ['object', 'null'], additionalProperties: true } as const;

const RUN = {
  id: ID,
  status: { enum: RUN_STATUSES },
  contact_id: ID,
  version: { type: 'integer', minimum: 1 },
  current_step: TEXT_OR_NULL,
  wake_at: TIME_OR_NULL,
  reason: TEXT_OR_NULL,
  started_at: TIME,
  completed_at: TIME_OR_NULL,
  created_at: TIME,
} as const;

/** Name of an object → its fields. */
export const AUTOMATION_RUN_OBJECTS = {
  AutomationRunItem: RUN,
  AutomationRun: {
    object: { const: 'automation_run' },
    ...RUN,
    steps: {
      type: 'array',
      items: inner({
        key: TEXT,
        type: { enum: STEP_TYPES },
        status: { enum: STEP_RUN_STATUSES },
        output: ANY_OR_NULL,
        error: ANY_OR_NULL,
        started_at: TIME_OR_NULL,
        completed_at: TIME_OR_NULL,
        created_at: TIME,
      }),
    },
  },
  CancelledAutomationRun: { object: { const: 'automation_run' }, id: ID, status: { const: 'cancelled' } },
  RetriedAutomationRun: { object: { const: 'automation_run' }, id: ID, status: { const: 'running' } },
} as const satisfies Record<string, ObjectFields>;
