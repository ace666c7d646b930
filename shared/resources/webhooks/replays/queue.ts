// Wakes workers for replays of many messages of a webhook. Its ids are those of `webhook_replays`.
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

export const webhookReplayQueue: QueueDefinition = { name: 'webhook-replay', jobName: 'replay-webhooks' };
