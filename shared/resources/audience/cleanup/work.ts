// Removals: a row is a deleted audience, segment or topic, until nothing is left of it.
import { defineWork } from '../../../platform/work/define-work.ts';
import { REMOVAL_QUEUE } from '../removals/removal.ts';

export const removalWork = defineWork({
  group: 'audience',
  queue: REMOVAL_QUEUE.name,
  job: REMOVAL_QUEUE.jobName,
  concurrency: 2,
  table: 'audience_removals',
  whileSuspended: 'go on',
  about: `jsonb_build_object('account_id', account_id)`,
  walk: async () => (await import('./step.ts')).removalWalk,
});
