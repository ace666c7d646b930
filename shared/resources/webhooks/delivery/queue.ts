// Wakes webhook workers for endpoints that have something to be sent. Its ids are those of `webhooks`: the worker claims
// the endpoint's messages itself (design rule 12).
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

export const webhookQueue: QueueDefinition = { name: 'webhook', jobName: 'deliver-webhooks' };
