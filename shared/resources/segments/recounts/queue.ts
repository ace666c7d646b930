// The queue that wakes workers for the counting of segments. Its ids are those of `segment_recounts`.
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

export const segmentRecountQueue: QueueDefinition = { name: 'segment-recount', jobName: 'recount-segments' };
