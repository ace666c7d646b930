// The queue that wakes workers for what is done to many runs of an automation. Its ids are those of
// `automation_batch_work`.
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

export const automationBatchQueue: QueueDefinition = {
  name: 'automation-batch',
  jobName: 'run-automation-batch',
};
