// The queue that wakes workers for the erasure of people. Its ids are those of `contact_erasures`.
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

export const contactErasureQueue: QueueDefinition = { name: 'contact-erasure', jobName: 'erase-person' };
