// The queue that wakes workers for runs of automations. Its ids are those of `automation_runs`.
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

export const automationQueue: QueueDefinition = { name: 'automation', jobName: 'advance-automation-run' };
