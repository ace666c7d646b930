// Replays of many messages: a row is one request, until all of its messages are due.
import { defineWork } from '../../../../platform/work/define-work.ts';

export const replayWork = defineWork({
  group: 'webhook',
  queue: 'webhook-replay',
  job: 'replay-webhooks',
  concurrency: 2,
  table: 'webhook_replays',
  about: `jsonb_build_object('account_id', account_id)`,
  walk: async () => (await import('./step.ts')).replayWalk,
});
