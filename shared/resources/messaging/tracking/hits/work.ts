// Judging hits: each is judged ten seconds after it arrived, together with its neighbours (classification/classify-hits.ts), and
// then either forgotten or stored for a minute, as evidence about what the same client does next.
import { defineWork } from '../../../../platform/work/define-work.ts';
import { holdOfTurns } from '../../../../platform/work/turns/turns.ts';

export const hitWork = defineWork({
  group: 'webhook',
  queue: 'tracking',
  job: 'record-hits',
  concurrency: 2,
  table: 'tracking_hits',
  whileSuspended: 'go on',
  turns: {},
  held: holdOfTurns('tracking_hits', 'true', 'hits'),
  // Evidence waits for its end.
  retryWhen: 'attempts > 0 AND verdict IS NULL',
  lastAnswer: 'verdict',
  about: `jsonb_build_object('account_id', account_id, 'email_id', email_id)`,
});
