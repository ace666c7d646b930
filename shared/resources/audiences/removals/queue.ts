// The queue that wakes workers for what is left of deleted audiences, segments and topics. Its ids are those of
// `audience_removals`.
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

export const audienceRemovalQueue: QueueDefinition = {
  name: 'audience-removal',
  jobName: 'remove-leftovers',
};
