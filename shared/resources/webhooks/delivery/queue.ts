// The queue that wakes webhook workers. Its ids are those of `webhooks`, not of messages: the worker claims the
// endpoint's due messages (docs/architecture/webhooks.md#wake-ups-name-an-endpoint).
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

export const webhookQueue: QueueDefinition = { name: 'webhook', jobName: 'deliver-webhooks' };
