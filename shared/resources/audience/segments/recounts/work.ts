// Recounts: a row is a segment that is being counted.
import { defineWork } from '../../../../platform/work/define-work.ts';

export const recountWork = defineWork({
  group: 'audience',
  queue: 'segment-recount',
  job: 'recount-segments',
  // It reads whole audiences.
  concurrency: 1,
  table: 'segment_recounts',
  about: `jsonb_build_object('account_id', account_id)`,
  walk: async () => (await import('./step.ts')).recountWalk,
});
