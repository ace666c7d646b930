// Batches of automations: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { COUNT, ID, inner, NUMBERS, type ObjectFields, TIME, TIME_OR_NULL } from '../shapes.ts';
import { AUTOMATION_BATCH_STATUSES, AUTOMATION_BATCH_TYPES } from './values.ts';

const COUNT_OR_NULL = { type: ['integer', 'null'], minimum: 0 } as const;

const BATCH = {
  id: ID,
  type: { enum: AUTOMATION_BATCH_TYPES },
  status: { enum: AUTOMATION_BATCH_STATUSES },
  counts: inner({ total: COUNT_OR_NULL, done: COUNT, skipped: COUNT, failed: COUNT }),
  skipped_reasons: NUMBERS,
  at: TIME_OR_NULL,
  created_at: TIME,
  completed_at: TIME_OR_NULL,
} as const;

/** Name of an object → its fields. */
export const AUTOMATION_BATCH_OBJECTS = {
  AutomationBatchItem: BATCH,
  AutomationBatch: { object: { const: 'automation_batch' }, ...BATCH },
} as const satisfies Record<string, ObjectFields>;
