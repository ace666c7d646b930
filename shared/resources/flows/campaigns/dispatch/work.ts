// Campaigns as rows of work: due when they are to start, again after each part, and when a pause for a quota is over.
import { defineWork } from '../../../../platform/work/define-work.ts';

export const campaignWork = defineWork({
  group: 'bulk',
  queue: 'campaign',
  job: 'dispatch-campaigns',
  concurrency: 2,
  table: 'campaigns',
  lastAnswer: 'last_error',
  about: `jsonb_build_object('account_id', account_id, 'name', name, 'status', status, 'scheduled_at', scheduled_at,
    'paused_reason', paused_reason)`,
});
