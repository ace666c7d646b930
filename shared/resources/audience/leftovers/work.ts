// Removals: a row is a deleted audience, segment or topic, until nothing is left of it.
import { defineWork } from '../../../platform/work/define-work.ts';

export const removalWork = defineWork({
  group: 'audience',
  queue: 'audience-removal',
  job: 'remove-leftovers',
  concurrency: 2,
  table: 'audience_removals',
  about: `jsonb_build_object('account_id', account_id)`,
  walk: async () => (await import('./step.ts')).removalWalk,
});
