// Batches of automations: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const AUTOMATION_BATCH_FIELDS: FieldDescriptions = {
  id: 'Id of the batch',
  type: '`schedule`, `enroll`: starts runs; `retry`: takes failed runs up again; `cancel`: cancels runs',
  status: '`pending`, `running`, and then `completed`, `cancelled`, `missed` or `failed`',
  counts: 'How many contacts or runs the batch is about, and what became of them so far',
  'counts.total': 'All of them; null: they are not counted yet',
  'counts.done': 'Runs that were started, taken up again or cancelled',
  'counts.skipped': 'Contacts or runs that were left as they are',
  'counts.failed': 'Contacts or runs that an error of the service has kept from their turn',
  skipped_reasons: 'Why contacts or runs were skipped, each with how many',
  at: 'When the schedule is due; null: the batch is no schedule',
  created_at: 'When the batch was asked for',
  completed_at: 'When the batch ended, in whatever way; null: it has not ended',
  'listAutomationBatches.type': 'Only batches of this type',
  'listAutomationBatches.status': 'Only batches with this status',
  contact_id: 'Id of a contact of the audience of the automation',
  email: 'Address of a contact of the audience of the automation',
  segment_id: 'Id of a segment of the audience of the automation: its members',
  all: 'True: all contacts of the audience of the automation',
  since: 'Only runs that have failed since then: a time in ISO 8601 or in English, not in the future',
};
