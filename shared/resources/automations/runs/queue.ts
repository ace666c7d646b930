// The queues that wake workers for runs of automations, one for each lane (lane.ts). Their ids are those of
// `automation_runs`.
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

const jobName = 'advance-automation-run';

export const automationQueue: QueueDefinition = { name: 'automation', jobName };
export const automationTimerQueue: QueueDefinition = { name: 'automation-timer', jobName };
export const automationBulkQueue: QueueDefinition = { name: 'automation-bulk', jobName };
