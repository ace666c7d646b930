// Figures of automations: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { EXECUTABLE_STEP_TYPES } from '../automations/values.ts';
import { COUNT, ID, inner, NUMBERS, type ObjectFields, TEXT, TIME_OR_NULL } from '../shapes.ts';

const MAILS = { sent: COUNT, delivered: COUNT, opened: COUNT, clicked: COUNT, bounced: COUNT } as const;

/** Name of an object → its fields. */
export const AUTOMATION_STATS_OBJECTS = {
  AutomationStats: {
    object: { const: 'automation_stats' },
    id: ID,
    counted_at: TIME_OR_NULL,
    runs: inner({ started: COUNT, running: COUNT, completed: COUNT, failed: COUNT, cancelled: COUNT }),
    steps: {
      type: 'array',
      items: inner({
        id: ID,
        key: TEXT,
        type: { enum: EXECUTABLE_STEP_TYPES },
        entered: COUNT,
        waiting: COUNT,
        completed: COUNT,
        failed: COUNT,
        skipped: NUMBERS,
        emails: { ...inner(MAILS), type: ['object', 'null'] },
      }),
    },
  },
} as const satisfies Record<string, ObjectFields>;
