// Batches of automations: the allowed values (enums) of fields and filters.

/** The acts on many contacts or runs of an automation (docs/reference/automation-batches.md). */
export const AUTOMATION_BATCH_TYPES = ['schedule', 'enroll', 'retry', 'cancel'] as const;

/** States of a batch. The last four are final. */
export const AUTOMATION_BATCH_STATUSES = [
  'pending',
  'running',
  'completed',
  'cancelled',
  'missed',
  'failed',
] as const;
