// Batches of automations: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { AUTOMATION_BATCH_STATUSES, AUTOMATION_BATCH_TYPES } from './values.ts';

const BATCH = {
  id: field.id('Id of the batch'),
  type: field.oneOf(
    '`schedule`, `enroll`: starts runs; `retry`: retries failed runs; `cancel`: cancels runs',
    AUTOMATION_BATCH_TYPES,
  ),
  status: field.oneOf(
    '`pending`, `running`, and then `completed`, `cancelled`, `missed` or `failed`',
    AUTOMATION_BATCH_STATUSES,
  ),
  counts: field.group('Number of contacts or runs in the batch, and their outcomes so far', {
    total: field.countOrNull('Total; null: not counted yet'),
    done: field.count('Runs that were started, retried or cancelled'),
    skipped: field.count('Contacts or runs that were left unchanged'),
    failed: field.count('Contacts or runs that failed because of an internal error'),
  }),
  skipped_reasons: field.numbers('Reasons why contacts or runs were skipped, each with a count'),
  at: field.timeOrNull('When the schedule is due; null: the batch is not a schedule'),
  created_at: field.time('When the batch was requested'),
  completed_at: field.timeOrNull('When the batch ended, whatever its outcome; null: it has not ended'),
} as const;

/** Name of an object → its fields. */
export const AUTOMATION_BATCH_OBJECTS = {
  AutomationBatchItem: BATCH,
  AutomationBatch: { object: field.type('automation_batch'), ...BATCH },
} as const satisfies Record<string, field.ObjectFields>;
