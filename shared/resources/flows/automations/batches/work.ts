// Batches: a row is something that is done to many contacts or runs of an automation, due at its time or at
// once, again after each job, until none is left.
import { defineWork } from '../../../../platform/work/define-work.ts';

export const automationBatchWork = defineWork({
  group: 'bulk',
  queue: 'automation-batch',
  job: 'run-automation-batch',
  concurrency: 2,
  table: 'automation_batch_work',
  about: `jsonb_build_object('account_id', account_id, 'automation_id', automation_id, 'type', type, 'status', status,
    'taken_at', taken_at, 'done', done, 'total', total)`,
  walk: async () => (await import('./step.ts')).batchWalk,
});
