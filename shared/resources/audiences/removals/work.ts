// Removals: a row is a deleted audience, segment or topic, until nothing is left of it.
import { defineWork } from '../../../platform/work/define-work.ts';

export const removalWork = defineWork({
  group: 'audience',
  queue: 'audience-removal',
  job: 'remove-leftovers',
  concurrency: 2,
  table: 'audience_removals',
});
