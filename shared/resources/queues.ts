// Every queue of the product, for whoever must know them all: bull-board, metrics, the sweeper.
import type { QueueDefinition } from '../platform/queues/definition.ts';
import { recurringQueue } from '../platform/work/recurring/queue.ts';
import { sendQueue } from '../queues/send.ts';
import { webhookQueue } from '../queues/webhook.ts';
import { webhookReplayQueue } from '../queues/webhook-replay.ts';

export const QUEUES: readonly QueueDefinition[] = [
  sendQueue,
  webhookQueue,
  webhookReplayQueue,
  recurringQueue,
];
