// Wakes workers for recurring work that is due. Its ids are the names in workers/schedule.ts.
import type { QueueDefinition } from '../../queues/definition.ts';

export const recurringQueue: QueueDefinition = { name: 'recurring', jobName: 'run-recurring-work' };
