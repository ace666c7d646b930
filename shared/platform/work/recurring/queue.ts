// The queue of recurring work (cron tasks) that is due. The ids in its jobs are the names of tasks in
// workers/schedule.ts.
import type { QueueDefinition } from '../../queues/definition.ts';

export const recurringQueue: QueueDefinition = { name: 'recurring', jobName: 'run-recurring-work' };
