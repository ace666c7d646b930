// Batches of automations: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { AUTOMATION_BATCH_STATUSES, AUTOMATION_BATCH_TYPES } from './values.ts';

const BATCH = {
  id: field.id('Id of the batch'),
  type: field.oneOf(
    '`schedule`, `enroll`: starts runs; `retry`: takes failed runs up again; `cancel`: cancels runs',
    AUTOMATION_BATCH_TYPES,
  ),
  status: field.oneOf(
    '`pending`, `running`, and then `completed`, `cancelled`, `missed` or `failed`',
    AUTOMATION_BATCH_STATUSES,
  ),
  counts: field.group('How many contacts or runs the batch is about, and what became of them so far', {
    total: field.countOrNull('All of them; null: they are not counted yet'),
    done: field.count('Runs that were started, taken up again or cancelled'),
    skipped: field.count('Contacts or runs that were left unchanged'),
    failed: field.count('Contacts or runs that an error of the service has kept from their turn'),
  }),
  skipped_reasons: field.numbers('Why contacts or runs were skipped, each with how many'),
  at: field.timeOrNull('When the schedule is due; null: the batch is not a schedule'),
  created_at: field.time('When the batch was asked for'),
  completed_at: field.timeOrNull('When the batch ended, in whatever way; null: it has not ended'),
} as const;

/** Name of an object → its fields. */
export const AUTOMATION_BATCH_OBJECTS = {
  AutomationBatchItem: BATCH,
  AutomationBatch: { object: field.type('automation_batch'), ...BATCH },
} as const satisfies Record<string, field.ObjectFields>;
