// Replays of many messages: a row is one request, until all of its messages are due.
import { defineWork } from '../../../platform/work/define-work.ts';

export const replayWork = defineWork({
  group: 'webhook',
  queue: 'webhook-replay',
  job: 'replay-webhooks',
  concurrency: 2,
  table: 'webhook_replays',
});
