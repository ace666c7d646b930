// The queue that wakes workers for replays of many messages. Its ids are those of `webhook_replays`.
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

export const webhookReplayQueue: QueueDefinition = { name: 'webhook-replay', jobName: 'replay-webhooks' };
