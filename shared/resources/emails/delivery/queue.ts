// The queue that wakes send workers for recipients of transactional mail. Its ids are those of `email_recipients`.
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

export const sendQueue: QueueDefinition = { name: 'send', jobName: 'send-email' };
